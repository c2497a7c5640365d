// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Wrong although it is printed.
#include <cassert>
#include <iostream>
int main() {
    int x = 3;
    std::cout << "x is " << x << std::endl;
    assert(x == 4);
}
