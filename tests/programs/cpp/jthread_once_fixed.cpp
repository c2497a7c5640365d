// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::jthread joins, std::call_once calls once, std::recursive_mutex.
#include <cassert>
#include <mutex>
#include <thread>
int n;
std::recursive_mutex m;
std::once_flag flag;
void work() {
    std::lock_guard outer(m);
    std::lock_guard inner(m);
    std::call_once(flag, [] { n++; });
}
int main() {
    {
        std::jthread t(work);
        work();
    }
    assert(n == 1);
}
