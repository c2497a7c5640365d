// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::cout does nothing that a program could notice.
#include <cassert>
#include <iostream>
int main() {
    int x = 3;
    std::cout << "x is " << x << std::endl;
    assert(x == 3);
}
