// expect: bound=2 property=leak sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
struct node {
  struct node *next;
};
int main(void) {
  struct node *head = malloc(sizeof *head);
  head->next = malloc(sizeof *head);
  head->next->next = 0;
  free(head->next);
  free(head);
  return 0;
}
