// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A static of a function is constructed once.
#include <cassert>
#include <thread>
int constructed;
struct Counted {
    Counted() { constructed++; }
};

void use() { static Counted once; }
int main() {
    std::thread t(use);
    use();
    t.join();
    assert(constructed == 1);
}
