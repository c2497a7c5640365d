// expect: bound=3 sc=safe! tso=safe! pso=safe! power=safe!
// lastzero: one thread looks for the last zero while others write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int a[3];
void *reader(void *u) { int i = 2; while (i >= 0 && a[i] != 0) i--; assert(i >= 0); return 0; }
void *writer(void *arg) { long j = (long)arg; a[j] = a[j - 1] + 1; return 0; }
int main(void) {
  pthread_t r, w1, w2;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&w1, 0, writer, (void *)1);
  pthread_create(&w2, 0, writer, (void *)2);
  return 0;
}
