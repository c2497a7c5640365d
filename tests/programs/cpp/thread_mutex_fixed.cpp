// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::thread, std::mutex, std::lock_guard.
#include <cassert>
#include <mutex>
#include <thread>
std::mutex m;
int n;
int main() {
    auto body = [] {
        std::lock_guard<std::mutex> lock(m);
        n++;
    };
    std::thread a(body), b(body);
    a.join();
    b.join();
    assert(n == 2);
}
