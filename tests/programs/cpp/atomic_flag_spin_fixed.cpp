// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::atomic_flag as a spinlock.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic_flag flag = ATOMIC_FLAG_INIT;
std::atomic<bool> taken;
int n;
void body() {
    while (flag.test_and_set(std::memory_order_acquire)) {
    }
    n++;
    flag.clear(std::memory_order_release);
}
int main() {
    std::thread t(body);
    body();
    t.join();
    assert(n == 2);
}
