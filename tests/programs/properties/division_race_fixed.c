// expect: bound=2 property=div-by-zero sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int x = 1;
void *one(void *u) {
  x = 3;
  x = 2;
  return u;
}
void *two(void *u) {
  int r = 6 / x;
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
