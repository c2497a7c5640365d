// expect: bound=2 property=overflow sc=safe! tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum = INT_MAX - 1;
void *one(void *u) {
  x = 1;
  if (y == 0) {
    pthread_mutex_lock(&m);
    sum = sum + 1;
    pthread_mutex_unlock(&m);
  }
  return u;
}
void *two(void *u) {
  y = 1;
  if (x == 0) {
    pthread_mutex_lock(&m);
    sum = sum + 1;
    pthread_mutex_unlock(&m);
  }
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
