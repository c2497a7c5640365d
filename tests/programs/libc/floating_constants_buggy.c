// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Half is not one.
#include <assert.h>
static double half(double x) { return x / 2.0; }
int main(void) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++) sum += 0.5;
    assert(half(sum) == 0.5);
    assert((int)(sum * 10.0f) == 20);
    float f = -1.5f;
    assert(-f > 1.25 && (long)f == -1);
    return 0;
}
