// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// std::shared_ptr counts its owners.
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
        assert(a.use_count() == 2);
    }
    assert(a.use_count() == 1 && destroyed == 0);
    a.reset();
    assert(destroyed == 1);
}
