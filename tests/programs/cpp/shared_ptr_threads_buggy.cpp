// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Destroyed once, not twice.
#include <cassert>
#include <memory>
#include <thread>
#include <utility>
int destroyed;
struct Noisy {
    ~Noisy() { destroyed++; }
};
int main() {
    auto a = std::make_shared<Noisy>();
    std::thread t([](std::shared_ptr<Noisy> b) { b.reset(); }, a);
    a.reset();
    t.join();
    assert(destroyed == 2);
}
