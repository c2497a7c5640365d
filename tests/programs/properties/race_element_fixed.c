// expect: bound=2 property=data-race sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int a[2];
atomic_int i;
void *one(void *u) {
  a[0] = 1;
  return u;
}
void *two(void *u) {
  a[atomic_load(&i) & 1] = 2;
  return u;
}
int main(void) {
  pthread_t a, b;
  i = 3;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
