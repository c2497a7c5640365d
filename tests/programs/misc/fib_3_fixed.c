// expect: bound=3 sc=safe! tso=safe! pso=safe! power=safe!
// fib: two threads add to each other's number; the largest is a Fibonacci number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int i = 1, j = 1;
void *t0(void *u) { for (int k = 0; k < 3; k++) i += j; return 0; }
void *t1(void *u) { for (int k = 0; k < 3; k++) j += i; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  assert(i <= 21 && j <= 21);
  return 0;
}
