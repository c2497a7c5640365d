// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// qsort and bsearch with a comparison by pointer.
#include <assert.h>
#include <stdlib.h>
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[4] = {3, 1, 4, 2};
    qsort(v, 4, sizeof v[0], order);
    for (int i = 0; i < 3; i++) assert(v[i] < v[i + 1]);
    int key = 4;
    assert(bsearch(&key, v, 4, sizeof v[0], order) == &v[3]);
    return 0;
}
