// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Moved away.
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
        assert(a);
    }
    assert(destroyed == 1);
}
