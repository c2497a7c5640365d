// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// C as it was written before 1999: int is understood, functions need no declaration, integers are pointers.
#include <assert.h>
#include <pthread.h>
static shared;
struct cell {
    volatile value;
} cell;
add(n) { return n + 1; }
void *worker(void *u) {
    cell.value = later(1);
    return u;
}
int main() {
    pthread_t t;
    pthread_create(&t, 0, worker, 7);
    pthread_join(t, 0);
    shared = add(cell.value);
    assert(shared == 3);
    return 0;
}
later(n) { return n + 1; }
