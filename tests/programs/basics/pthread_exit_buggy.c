// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// pthread_exit from a nested call, its value through pthread_join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x;
static void leave(int v) { if (v) pthread_exit((void *)(long)v); }
void *t0(void *u) { leave(x); return (void *)3; }
void *t1(void *u) { x = 2; return 0; }
int main(void) {
  pthread_t a, b; void *r;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, &r);
  assert((long)r == 3 );
  return 0;
}
