// expect: bound=2 property=data-race sc=safe! tso=safe! pso=safe! power=safe!
// Which cell is written, and under which mutex, depends on a 32-bit input.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int cell[8];
pthread_mutex_t guard[8];
void *one(void *u) {
  pthread_mutex_lock(&guard[3]);
  cell[3] += 1;
  pthread_mutex_unlock(&guard[3]);
  return u;
}
int main(void) {
  pthread_t p;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 8) abort();
  for (int k = 0; k < 8; ++k) pthread_mutex_init(&guard[k], 0);
  pthread_create(&p, 0, one, 0);
  pthread_mutex_lock(&guard[i]);
  cell[i] += 1;
  pthread_mutex_unlock(&guard[i]);
  pthread_join(p, 0);
  return 0;
}
