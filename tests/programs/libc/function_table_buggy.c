// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The wrong entry.
#include <assert.h>
#include <pthread.h>
static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int (*const table[])(int) = {twice, square};
int which, result;
void *worker(void *u) {
    which = 1;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int w = *(volatile int *)&which;
    result = table[w](3);
    assert(result == 6);
    pthread_join(t, 0);
    return 0;
}
