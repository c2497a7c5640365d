// expect: bound=1 sc=safe! tso=unsafe pso=unsafe power=unsafe
// Dekker's way into a critical section, without fences. Each thread announces itself and
// enters if the other has not. On SC one of them always sees the other; a machine that lets a
// read overtake an earlier write lets both in. Put a full fence between the two lines
// (__sync_synchronize()) and the assertions hold everywhere.
#include <assert.h>
#include <pthread.h>

volatile int wants0, wants1;
volatile int owner;

void *thread0(void *unused) {
  wants0 = 1;
  if (wants1 == 0) {
    owner = 0;
    assert(owner == 0);
  }
  return unused;
}

void *thread1(void *unused) {
  wants1 = 1;
  if (wants0 == 0) {
    owner = 1;
    assert(owner == 1);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread0, 0);
  pthread_create(&b, 0, thread1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
