// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A lambda with captures as a thread's body.
#include <cassert>
#include <thread>
int main() {
    int x = 1, y = 2, sum = 0;
    std::thread t([x, y, &sum]() mutable { sum = x + y; });
    t.join();
    assert(sum == 3);
}
