// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Off by one.
#include <array>
#include <cassert>
#include <vector>
int main() {
    std::array<int, 3> a{1, 2, 3};
    std::vector<int> v;
    for (int x : a) v.push_back(2 * x);
    int sum = 0;
    for (int x : v) sum += x;
    assert(v.size() == 3 && sum == 11);
}
