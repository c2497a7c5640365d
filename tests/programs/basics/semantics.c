// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// One thread: what C says about values, memory and control.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct P { char c; int i; short s; long l; };
struct Q { struct P p[2]; union { int w; unsigned char b[4]; } u; };
static struct P make(int i) { struct P p = {'a', i, 3, 4}; return p; }
static int take(struct P p) { p.i++; return p.i + p.s; }
struct Big { int a[10]; };
static int big(struct Big b) { b.a[3] = 7; return b.a[3] + b.a[9]; }
static int counter(void) { static int n = 5; return n++; }
static int add(int a, int b) { return a + b; }
static int mul(int a, int b) { return a * b; }
int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
const char *names[] = {"zero", "one"};
int main(void) {
  struct Q q;
  memset(&q, 0, sizeof q);
  q.p[1] = make(42);
  assert(q.p[1].i == 42 && q.p[1].c == 'a' && q.p[1].l == 4 && q.p[0].i == 0);
  assert(take(q.p[1]) == 46 && q.p[1].i == 42);
  q.u.w = 0x01020304;
  assert(q.u.b[0] == 4 && q.u.b[3] == 1);
  q.u.b[1] = 0xFF;
  assert(q.u.w == 0x0102FF04);
  struct Big b = {{0}};
  b.a[9] = 1;
  assert(big(b) == 8 && b.a[3] == 0);
  assert(counter() == 5 && counter() == 6);
  int sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) {
      if (j == 2) continue;
      sum += table[i][j];
    }
  assert(sum == 78 - 21);
  int (*ops[2])(int, int) = {add, mul};
  assert(ops[0](3, 4) + ops[1](3, 4) == 19);
  assert(names[1][0] == 'o');
  switch (sum % 5) {
    case 0: sum = 1; break;
    case 2: sum = 2; /* fall through */
    case 3: sum += 10; break;
    default: sum = 99;
  }
  assert(sum == 12);
  unsigned char wrap = 250;
  wrap += 10;
  assert(wrap == 4);
  int neg = -7;
  assert(neg / 2 == -3 && neg % 2 == -1 && (neg >> 1) == -4 && (unsigned)neg > 100u);
  long big_number = 1L << 40;
  assert((int)(big_number >> 38) == 4);
  int *p = malloc(4 * sizeof *p), *e = p + 4;
  for (int *at = p; at < e; at++) *at = (int)(at - p);
  assert(p[3] == 3 && e - p == 4);
  struct P copy, *pp = &copy;
  memcpy(pp, &q.p[1], sizeof copy);
  assert(pp->s == 3 && pp->i == 42);
  memmove(p, p + 1, 3 * sizeof *p);
  assert(p[0] == 1 && p[2] == 3 && p[3] == 3);
  int n = 0;
  do n++; while (n < 5);
  assert(n == 5);
  int k = 0;
again:
  if (k < 3) { k++; goto again; }
  assert(k == 3);
  _Bool t = n && k;
  assert(t == 1 && (n > 3 ? 10 : 20) == 10);
  printf("%d %s\n", n, names[0]);
  free(p);
  return 0;
}
