// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// An exception that is thrown is refused.
#include <stdexcept>
int main() {
    try {
        throw std::runtime_error("thrown");
    } catch (const std::exception&) {
        return 1;
    }
}
