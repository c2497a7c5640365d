// expect: bound=4 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// What an optional block (genmc.h) asserts is checked.
#include <assert.h>
#include <genmc.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock;
int shared;
void *worker(void *u) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) {
        __VERIFIER_optional(while (atomic_load_explicit(&lock, memory_order_relaxed)));
    }
    int seen = ++shared;
    assert(shared == seen);
    atomic_store_explicit(&lock, 0, memory_order_release);
    __VERIFIER_optional(assert(seen <= 1));
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared == 2);
    return 0;
}
