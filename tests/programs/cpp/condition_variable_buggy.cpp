// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Waits without a predicate.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable ready;
bool is_ready;
int data;
int main() {
    std::thread t([] {
        std::unique_lock<std::mutex> lock(m);
        ready.wait(lock);
        assert(data == 7);
    });
    {
        std::scoped_lock lock(m);
        data = 7;
        is_ready = true;
    }
    ready.notify_one();
    t.join();
}
