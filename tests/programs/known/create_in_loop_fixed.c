// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Threads created in a loop, through an array of pthread_t, with arguments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define N 3
atomic_int n;
int id[N];
void *work(void *arg) { int k = *(int *)arg; n += k; return (void *)(long)k; }
int main(void) {
  pthread_t t[N];
  long sum = 0;
  for (int i = 0; i < N; i++) { id[i] = i + 1; pthread_create(&t[i], 0, work, &id[i]); }
  for (int i = 0; i < N; i++) { void *r; pthread_join(t[i], &r); sum += (long)r; }
  assert(sum == 6);
  assert(n == 6);
  return 0;
}
