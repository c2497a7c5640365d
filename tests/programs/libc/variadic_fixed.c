// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A function with `...`.
#include <assert.h>
#include <stdarg.h>
static long sum(int count, ...) {
    va_list list;
    long total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) total += va_arg(list, int);
    va_end(list);
    return total;
}
int main(void) {
    assert(sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
    return 0;
}
