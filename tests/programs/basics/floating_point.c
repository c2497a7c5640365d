// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Floating-point arithmetic on what another thread writes is not supported.
#include <assert.h>
#include <pthread.h>
double x = 1.5;
void *t0(void *u) { x = 2.5; return u; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, t0, 0);
  double y = x * 2;
  assert(y > 2);
  pthread_join(a, 0);
  return 0;
}
