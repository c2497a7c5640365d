// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A thread joins a thread whose name it reads from memory: it cannot be its own, but only values say so.
#include <assert.h>
#include <pthread.h>
pthread_t outer, inner;
int done;
void *work(void *u) {
  done = 1;
  return u;
}
void *manage(void *u) {
  pthread_create(&inner, 0, work, 0);
  assert(done == 1);
  return u;
}
int main(void) {
  pthread_create(&outer, 0, manage, 0);
  pthread_join(outer, 0);
  assert(done == 1);
  return 0;
}
