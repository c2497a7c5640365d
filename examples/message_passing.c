// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// A flag that says that the data is there. On SC and x86 it never lies; PSO and POWER may
// let the flag overtake the data. On POWER the writer needs lwsync and the reader an order
// between its two reads; C11's release store and acquire load give both.
#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void *writer(void *unused) {
  data = 1;
  flag = 1;
  return unused;
}

void *reader(void *unused) {
  if (flag == 1)
    assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
