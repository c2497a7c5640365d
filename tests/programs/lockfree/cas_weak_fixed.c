// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// A weak compare-exchange that is tried again, and strong ones.
#include <assert.h>
#include <stdatomic.h>
atomic_int x, y;
int main(void) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&x, &expected, 1)) expected = 0;
    assert(x == 1);
    for (int i = 0; i < 2; i++) {
        expected = i;
        assert(atomic_compare_exchange_strong(&y, &expected, i + 1));
    }
    return 0;
}
