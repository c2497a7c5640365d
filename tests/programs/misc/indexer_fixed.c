// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// indexer: threads claim slots of a table by compare-and-swap.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
atomic_int table[4];
int ok[2];
static int claim(int w) {
  int h = (w * 7) % 4;
  for (int k = 0; k < 4; k++) {
    int none = 0;
    if (atomic_compare_exchange_strong(&table[h], &none, w)) return h;
    h = (h + 1) % 4;
  }
  return -1;
}
void *t0(void *u) { ok[0] = claim(3); return 0; }
void *t1(void *u) { ok[1] = claim(7); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(ok[0] != ok[1]);
  return 0;
}
