// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int a[4];
volatile int i;
void *one(void *u) {
  i = 3;
  return u;
}
void *two(void *u) {
  a[i] = 1;
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
