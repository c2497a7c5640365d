// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// The JDK's park bug: no fence after parker_counter = 0, so a wake-up gets lost.
#include <assert.h>
#include <pthread.h>
int parker_counter, cond, woken, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *parker(void *u) {
  if (parker_counter > 0) {
    parker_counter = 0;
    __asm__ volatile("sync" ::: "memory");
    seen = cond;
    return 0;
  }
  seen = 1;
  return 0;
}
void *unparker(void *u) {
  cond = 1;
  pthread_mutex_lock(&m);
  woken = parker_counter;
  parker_counter = 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  parker_counter = 1;
  pthread_create(&a, 0, parker, 0);
  pthread_create(&b, 0, unparker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  // The permit was already there when unpark ran after the consumption: then cond is seen or
  // the new permit stays.
  assert(!(seen == 0 && woken == 1 && parker_counter == 0));
  return 0;
}
