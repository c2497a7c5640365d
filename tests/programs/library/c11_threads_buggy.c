// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The mutex is missing.
#include <assert.h>
#include <threads.h>
mtx_t m;
cnd_t c;
int ready, n;
int worker(void *u) {
    mtx_lock(&m);
    n++;
    ready = 1;
    cnd_signal(&c);
    mtx_unlock(&m);
    return *(int *)u;
}
int main(void) {
    thrd_t t;
    int seven = 7, result;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    assert(thrd_create(&t, worker, &seven) == thrd_success);

    n++;

    thrd_join(t, &result);
    assert(result == 7);
    assert(n == 2);
    return 0;
}
