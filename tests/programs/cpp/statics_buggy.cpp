// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The wrong order.
#include <cassert>
int order;
struct Static {
    int expected;
    explicit Static(int at) : expected(at) { assert(order++ == at); }
    ~Static() { assert(--order == expected); }
};
Static a(1), b(0);
int main() { assert(order == 2); }
