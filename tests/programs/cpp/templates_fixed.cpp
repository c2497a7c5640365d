// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Templates, overloads, references, operators.
#include <cassert>
template <typename T>
struct Pair {
    T a, b;
    T sum() const { return a + b; }
    Pair operator+(const Pair& o) const { return {a + o.a, b + o.b}; }
};
template <int N>
int times(int x) {
    return N * x;
}
template <>
int times<0>(int) {
    return -1;
}
void set(int& x, int to) { x = to; }
int main() {
    Pair<long> p{1, 2}, q{3, 4};
    int x = 0;
    set(x, 5);
    assert((p + q).sum() == 10 && times<0>(x) == -1);
}
