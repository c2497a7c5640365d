// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// C11 threads, mutexes and condition variables.
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
    mtx_lock(&m);
    while (!ready) cnd_wait(&c, &m);
    n++;
    mtx_unlock(&m);
    thrd_join(t, &result);
    assert(result == 7);
    assert(n == 2);
    return 0;
}
