// expect: bound=2 sc=safe tso=safe pso=safe power=unsafe
// A lock that counts who waits for it, and does not acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock, waiters;
int shared;
void *worker(void *u) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&waiters, 1, memory_order_relaxed);
        atomic_fetch_sub_explicit(&waiters, 1, memory_order_relaxed);
    }
    int seen = ++shared;
    assert(shared == seen);
    atomic_store_explicit(&lock, 0, memory_order_release);
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared == 2 && waiters == 0);
    return 0;
}
