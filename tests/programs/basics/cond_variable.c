// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Condition variables are not supported.
#include <pthread.h>
pthread_mutex_t m; pthread_cond_t c;
int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return 0; }
