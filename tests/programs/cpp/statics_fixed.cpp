// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Static objects are constructed in order and destroyed in reverse.
#include <cassert>
int order;
struct Static {
    int expected;
    explicit Static(int at) : expected(at) { assert(order++ == at); }
    ~Static() { assert(--order == expected); }
};
Static a(0), b(1);
int main() { assert(order == 2); }
