// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A virtual call through a pointer to the base.
#include <cassert>
struct Shape {
    virtual int sides() const { return 0; }
    virtual ~Shape() = default;
};
struct Square : Shape {
    int sides() const override { return 4; }
};
int main() {
    Shape* shape = new Square;
    int n = shape->sides();
    delete shape;
    assert(n == 4);
}
