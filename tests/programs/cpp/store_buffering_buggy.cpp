// expect: bound=2 sc=safe! tso=unsafe pso=unsafe power=unsafe
// Relaxed atomics.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> x{0}, y{0};
int r1, r2;
int main() {
    std::thread a([] {
        x.store(1, std::memory_order_relaxed);
        r1 = y.load(std::memory_order_relaxed);
    });
    std::thread b([] {
        y.store(1, std::memory_order_relaxed);
        r2 = x.load(std::memory_order_relaxed);
    });
    a.join();
    b.join();
    assert(r1 == 1 || r2 == 1);
}
