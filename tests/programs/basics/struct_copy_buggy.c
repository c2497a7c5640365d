// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Copies of structs, shared and private.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct P { int a, b; } s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t0(void *u) { struct P p = {1, 1};  s = p;  return 0; }
void *t1(void *u) {  struct P q = s;  assert(q.a == q.b); s.a = s.a; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
