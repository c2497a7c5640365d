// expect: bound=2 property=overflow sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int n = INT_MAX - 3;
void *one(void *u) {
  atomic_fetch_add(&n, 1); // wraps silently
  return u;
}
void *two(void *u) {
  int r = atomic_load(&n);
  r = r + 2;
  (void)r;
  return u;
}
int main(void) {
  pthread_t a, b;

  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
