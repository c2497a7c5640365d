// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// One of two threads is made, and both use the mutex: the sections of what is not made are sections, too.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *one(void *u) {
  int old = sum;
  pthread_mutex_lock(&mutex);
  sum = old + 1;
  pthread_mutex_unlock(&mutex);
  return u;
}
void *two(void *u) {
  pthread_mutex_lock(&mutex);
  sum = sum + 2;
  pthread_mutex_unlock(&mutex);
  return u;
}
int main(void) {
  pthread_t p, q;
  int choice = __VERIFIER_nondet_int();
  if (choice)
    pthread_create(&p, 0, one, 0);
  else
    pthread_create(&p, 0, two, 0);
  pthread_create(&q, 0, two, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(sum == (choice ? 3 : 4));
  return 0;
}
