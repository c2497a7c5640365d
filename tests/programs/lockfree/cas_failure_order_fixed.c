// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// A compare-exchange that acquires when it fails, though not when it succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
void *writer(void *u) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return u;
}
void *reader(void *u) {
    int expected = 2;
    atomic_compare_exchange_strong_explicit(&flag, &expected, 3, memory_order_relaxed, memory_order_acquire);
    if (expected == 1) assert(data == 1);
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
