// expect: bound=2 sc=safe! tso=safe! pso=safe! power=unsafe
// Fences and pauses as x86 and SPARC programs spell them: intrinsics, several instructions at once, a value kept from the compiler.
#include <assert.h>
#include <emmintrin.h>
#include <pthread.h>
#define barrier() __asm__ __volatile__("" ::: "memory")
#define hide(value) __asm__("" : "=r"(value) : "0"(value))
#define full() __asm__ __volatile__("membar #LoadLoad|#LoadStore|#StoreStore|#StoreLoad" ::: "memory")
volatile int turn, want[2];
int shared;
static void lock(int me) {
    int other = 1;
    hide(other);
    other -= me;
    want[me] = 1;
    __asm__ __volatile__("stbar" ::: "memory");
    turn = other;
    if (me)
        _mm_mfence();
    else
        full();
    while (want[other] && turn == other) {
        _mm_pause();
        __asm__ __volatile__("rep; nop\n\tpause; # once more" ::: "memory");
    }
}
static void unlock(int me) {
    __asm__ __volatile__("lock addl $0x0,(%%rsp)" ::: "memory", "cc");
    want[me] = 0;
}
void *worker(void *u) {
    int me = u != 0;
    lock(me);
    int seen = ++shared;
    barrier();
    assert(shared == seen);
    unlock(me);
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, &shared);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(shared == 2);
    return 0;
}
