#include <assert.h>
#include <pthread.h>
void reach_error(void) { assert(0); }
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sum;
void *add(void *unused) {
    pthread_mutex_lock(&mutex);
    int before = sum;
    sum = before + 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}
int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, add, 0);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    if (sum != 2) reach_error();
    return 0;
}
