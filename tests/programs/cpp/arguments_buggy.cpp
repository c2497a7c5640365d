// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// In the wrong order.
#include <cassert>
#include <functional>
#include <thread>
struct Account {
    int balance = 0;
    void add(int a, int b) { balance += 10 * a + b; }
};
int main() {
    Account account;
    std::thread t(&Account::add, &account, 2, 1);
    t.join();
    assert(account.balance == 12);
}
