// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A plain flag.
#include <cassert>
#include <thread>
int constructed;
struct Counted {
    Counted() { constructed++; }
};
bool done;
void use() {
    if (!done) {
        done = true;
        Counted();
    }
}
int main() {
    std::thread t(use);
    use();
    t.join();
    assert(constructed == 1);
}
