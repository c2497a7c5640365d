// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::unique_ptr destroys its object once.
#include <cassert>
#include <memory>
#include <utility>
int destroyed;
struct Noisy {
    ~Noisy() { destroyed++; }
};
int main() {
    {
        auto a = std::make_unique<Noisy>();
        auto b = std::move(a);
        assert(!a && b);
    }
    assert(destroyed == 1);
}
