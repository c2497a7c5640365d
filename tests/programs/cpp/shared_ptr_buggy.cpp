// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The count is two.
#include <cassert>
#include <memory>
int destroyed;
struct Noisy {
    ~Noisy() { destroyed++; }
};
int main() {
    auto a = std::make_shared<Noisy>();
    {
        auto b = a;
        assert(a.use_count() == 1);
    }
    assert(a.use_count() == 1 && destroyed == 0);
    a.reset();
    assert(destroyed == 1);
}
