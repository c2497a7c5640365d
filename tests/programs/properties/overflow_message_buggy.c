// expect: bound=2 property=overflow sc=safe! tso=safe! pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int data = INT_MAX, flag;
void *one(void *u) {
  data = 1;
  flag = 1;
  return u;
}
void *two(void *u) {
  if (flag) {
    int r = data + 1;
    (void)r;
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
