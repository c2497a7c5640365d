// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Two threads without a lock.
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int n;
int main() {
    auto body = [] { n++; };
    std::thread a(body), b(body);
    a.join();
    b.join();
    assert(n == 2);
}
