// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Tests, then sets.
#include <atomic>
#include <cassert>
#include <thread>
std::atomic_flag flag = ATOMIC_FLAG_INIT;
std::atomic<bool> taken;
int n;
void body() {
    while (taken.load()) {
    }
    taken.store(true);
    n++;
    taken.store(false);
}
int main() {
    std::thread t(body);
    body();
    t.join();
    assert(n == 2);
}
