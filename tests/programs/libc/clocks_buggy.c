// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Time does not stand still.
#include <assert.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec now;
    assert(usleep(10) == 0 && sleep(1) == 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(now.tv_nsec < 1000000000L);
    assert(time(0) >= 0 && now.tv_sec == 0);
    return 0;
}
