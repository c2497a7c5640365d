// expect: bound=2 property=deadlock sc=safe! tso=safe! pso=safe! power=safe!
#include <pthread.h>
pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
void *one(void *u) {
  pthread_mutex_lock(&m[0]);
  pthread_mutex_lock(&m[1]);
  pthread_mutex_unlock(&m[1]);
  pthread_mutex_unlock(&m[0]);
  return u;
}
void *two(void *u) {
  pthread_mutex_lock(&m[1]);
  pthread_mutex_lock(&m[2]);
  pthread_mutex_unlock(&m[2]);
  pthread_mutex_unlock(&m[1]);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_mutex_lock(&m[0]);
  pthread_mutex_lock(&m[2]);
  pthread_mutex_unlock(&m[2]);
  pthread_mutex_unlock(&m[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
