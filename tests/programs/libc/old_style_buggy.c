// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Old C, and wrong.
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
later(n) { return n + 0; }
