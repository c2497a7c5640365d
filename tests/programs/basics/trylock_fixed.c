// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// pthread_mutex_trylock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m;
int n;
void *work(void *u) { if (pthread_mutex_trylock(&m) == 0) { int t = n; n = t + 1; assert(n == t + 1); pthread_mutex_unlock(&m); } return 0; }
int main(void) {
  pthread_t a, b, c;
  pthread_mutex_init(&m, 0);
  
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
