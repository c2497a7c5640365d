// expect: bound=2 sc=safe! tso=safe! pso=unsafe power=unsafe
// A ring behind fields of other sizes; the new tail may be seen before the message.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct ring {
    atomic_uint head, tail;
    unsigned short mask;
    atomic_uchar last;
    long *slot[];
};
struct ring *ring;
long message = 1;
void *producer(void *u) {
    unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    message = 7;
    ring->slot[tail & 3] = &message;
    atomic_store_explicit(&ring->last, 2, memory_order_relaxed);
    atomic_store_explicit(&ring->tail, tail + 1, memory_order_relaxed);
    return u;
}
void *consumer(void *u) {
    unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    if (atomic_load_explicit(&ring->tail, memory_order_acquire) != head) {
        assert(*ring->slot[head] == 7);
        ring->slot[atomic_load_explicit(&ring->last, memory_order_relaxed)] = 0;
        atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    }
    return u;
}
int main(void) {
    pthread_t a, b;
    ring = malloc(sizeof(struct ring) + 4 * sizeof(long *));
    atomic_init(&ring->head, 1);
    atomic_init(&ring->tail, 1);
    atomic_init(&ring->last, 3);
    ring->mask = 3;
    for (int i = 0; i < 4; i++) ring->slot[i] = &message;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(ring->mask == 3 && ring->slot[3] == &message);
    assert(ring->slot[2] == (ring->head == 2 ? 0 : &message));
    return 0;
}
