// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *p;
volatile int done;
void *one(void *u) {
  int r = *p;
  done = 1;
  (void)r;
  return u;
}
void *two(void *u) {
  if (done) free(p);
  return u;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
