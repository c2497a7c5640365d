// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Mutexes must be cheap: two threads, two rounds each.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *work(void *u) {
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 4);
  return 0;
}
