// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Cancellation is refused.
#include <pthread.h>
void *worker(void *u) { return u; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    return 0;
}
