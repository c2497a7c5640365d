// expect: bound=2 property=memsafety sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int v;
int *volatile p = &v;
void *one(void *u) {
  p = 0;
  return u;
}
void *two(void *u) {
  *p = 1;
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
