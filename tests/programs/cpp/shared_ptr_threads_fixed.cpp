// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Two threads let go of the same object; the last one destroys it.
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
    assert(destroyed == 1);
}
