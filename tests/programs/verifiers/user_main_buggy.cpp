// expect: bound=2 sc=safe! tso=unsafe pso=unsafe power=unsafe
// A C++ program for CDSChecker, with fences that order too little.
#include <threads.h>

#include <atomic>

#include <librace.h>
#include <model-assert.h>
std::atomic<bool> flag0, flag1;
std::atomic<int> inside;
void first(void*) {
    flag0.store(true, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acq_rel);
    if (!flag1.load(std::memory_order_relaxed)) inside.fetch_add(1);
}
void second(void*) {
    flag1.store(true, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acq_rel);
    if (!flag0.load(std::memory_order_relaxed)) inside.fetch_add(1);
}
int user_main(int argc, char** argv) {
    thrd_t a, b;
    thrd_create(&a, first, NULL);
    thrd_create(&b, second, NULL);
    thrd_join(a);
    thrd_join(b);
    MODEL_ASSERT(inside.load() <= 1);
    return 0;
}
