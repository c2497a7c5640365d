// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The base class's function.
#include <cassert>
struct Shape {
    virtual int sides() const { return 0; }
    virtual ~Shape() = default;
};
struct Square : Shape {
    int sides() const override { return 4; }
};
int main() {
    Shape* shape = new Shape;
    int n = shape->sides();
    delete shape;
    assert(n == 4);
}
