// expect: bound=2 property=overflow sc=unknown tso=unknown pso=unknown power=unknown
#include <limits.h>
int main(int n, char **v) {
  int x = 0;
  if (n > 1) x = INT_MAX + 1; // clang computes this
  return x;
}
