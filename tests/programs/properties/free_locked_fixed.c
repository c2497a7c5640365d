// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *p;
void *one(void *u) {
  pthread_mutex_lock(&m);
  if (p) *p = 1;
  pthread_mutex_unlock(&m);
  return u;
}
void *two(void *u) {
  pthread_mutex_lock(&m);
  int *q = p;
  free(q);
  p = 0;
  pthread_mutex_unlock(&m);
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
