// expect: bound=2 property=leak sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *volatile p;
void *one(void *u) {
  p = malloc(4);
  return u;
}
void *two(void *u) {
  int *q = p;
  free(q);
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
