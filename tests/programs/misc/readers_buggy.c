// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// readers: one writer, several readers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x;
void *writer(void *u) { x = 1; return 0; }
void *reader(void *u) { int a = x, b = x; assert(a == b); return 0; }
int main(void) {
  pthread_t w, r[2];
  pthread_create(&w, 0, writer, 0);
  for (int i = 0; i < 2; i++) pthread_create(&r[i], 0, reader, 0);
  return 0;
}
