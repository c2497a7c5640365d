// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// call_once, tss_*, recursive mtx_t, mtx_trylock.
#include <assert.h>
#include <threads.h>
once_flag flag = ONCE_FLAG_INIT;
mtx_t m;
tss_t key;
int n;
void init(void) { n++; }
int worker(void *u) {
    call_once(&flag, init);
    assert(tss_get(key) == 0);
    tss_set(key, &n);
    assert(tss_get(key) == &n);
    assert(mtx_lock(&m) == thrd_success);
    assert(mtx_trylock(&m) == thrd_success);
    assert(n == 1);
    mtx_unlock(&m);
    mtx_unlock(&m);
    thrd_exit(3);
}
int main(void) {
    thrd_t t;
    int result;
    mtx_init(&m, mtx_plain | mtx_recursive);
    tss_create(&key, 0);
    thrd_create(&t, worker, 0);
    call_once(&flag, init);
    thrd_join(t, &result);
    assert(result == 3 && n == 1);
    return 0;
}
