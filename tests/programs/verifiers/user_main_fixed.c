// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// The interface of CDSChecker: user_main, librace.h, model-assert.h, threads without a result.
#include <stdatomic.h>
#include <threads.h>
#include "librace.h"
#include "model-assert.h"
atomic_int flag;
uint32_t data;
static void writer(void *u) {
    store_32(&data, 5);
    atomic_store_explicit(&flag, 1, memory_order_release);
}
static void reader(void *u) {
    if (atomic_load_explicit(&flag, memory_order_acquire)) MODEL_ASSERT(load_32(&data) == 5);
}
int user_main(int argc, char **argv) {
    thrd_t a, b;
    atomic_init(&flag, 0);
    thrd_create(&a, (thrd_start_t)&writer, NULL);
    thrd_create(&b, (thrd_start_t)&reader, NULL);
    thrd_join(a);
    int result;
    thrd_join(b, &result);
    MODEL_ASSERT(load_32(&data) == 5);
    return 0;
}
