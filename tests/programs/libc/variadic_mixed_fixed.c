// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Arguments of different sizes, a copied list.
#include <assert.h>
#include <stdarg.h>
static long pick(int which, ...) {
    va_list list, copy;
    va_start(list, which);
    va_copy(copy, list);
    long first = va_arg(list, long);
    char *second = va_arg(list, char *);
    long again = va_arg(copy, long);
    va_end(list);
    assert(first == again);
    return which == 0 ? first : *second;
}
int main(void) {
    char c = 'x';
    assert(pick(0, 1L << 40, &c) == 1L << 40);
    assert(pick(1, 2L, &c) == 'x');
    return 0;
}
