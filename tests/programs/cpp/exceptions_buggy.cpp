// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A violation although something may be thrown.
#include <cassert>
#include <stdexcept>
int checked(int x) {
    if (x < 0) throw std::runtime_error("negative");
    return x;
}
int main() {
    int r = 0;
    try {
        r = checked(4);
    } catch (const std::exception&) {
        r = -1;
    }
    assert(r == 5);
}
