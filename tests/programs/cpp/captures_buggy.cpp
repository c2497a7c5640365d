// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// By value.
#include <cassert>
#include <thread>
int main() {
    int x = 1, y = 2, sum = 0;
    std::thread t([x, y, sum]() mutable { sum = x + y; });
    t.join();
    assert(sum == 3);
}
