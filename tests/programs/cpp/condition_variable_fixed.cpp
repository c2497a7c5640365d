// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Waits with a predicate.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;
std::condition_variable ready;
bool is_ready;
int data;
int main() {
    std::thread t([] {
        std::unique_lock<std::mutex> lock(m);
        ready.wait(lock, [] { return is_ready; });
        assert(data == 7);
    });
    {
        std::scoped_lock lock(m);
        data = 7;
        is_ready = true;
    }
    ready.notify_one();
    t.join();
}
