// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A virtual call on an object that another thread made.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
std::atomic<int> n;
struct Task {
    virtual void run() = 0;
    virtual ~Task() = default;
};
struct Add : Task {
    void run() override { n++; }
};
int main() {
    std::unique_ptr<Task> task = std::make_unique<Add>();
    std::thread t([&task] { task->run(); });

    t.join();
    assert(n == 1);
}
