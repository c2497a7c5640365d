// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Arguments of std::thread, a member function as body.
#include <cassert>
#include <functional>
#include <thread>
struct Account {
    int balance = 0;
    void add(int a, int b) { balance += 10 * a + b; }
};
int main() {
    Account account;
    std::thread t(&Account::add, &account, 1, 2);
    t.join();
    assert(account.balance == 12);
}
