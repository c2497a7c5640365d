// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Called twice.
#include <cassert>
#include <mutex>
#include <thread>
int n;
std::recursive_mutex m;
std::once_flag flag;
void work() {
    std::lock_guard outer(m);
    std::lock_guard inner(m);
    n++;
}
int main() {
    {
        std::jthread t(work);
        work();
    }
    assert(n == 1);
}
