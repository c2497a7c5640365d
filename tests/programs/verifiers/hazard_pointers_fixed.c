// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// The interface of genmc.h: hazard pointers, hints around operations, threads.
#include <assert.h>
#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>
typedef struct node {
    int value;
    struct node *next;
} node_t;
_Atomic(node_t *) top;
void *pusher(void *u) {
    node_t *n = malloc(sizeof *n);
    n->value = 2;
    n->next = atomic_load(&top);
    while (!__VERIFIER_final_CAS(atomic_compare_exchange_strong(&top, &n->next, n)));
    return n;
}
void *popper(void *u) {
    __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc();
    node_t *t = __VERIFIER_hp_protect(hp, &top);
    if (t != NULL && atomic_compare_exchange_strong(&top, &t, t->next)) {
        assert(t->value == 2);
        __VERIFIER_hp_retire(t);
    }
    __VERIFIER_hp_free(hp);
    return u;
}
int main(void) {
    __VERIFIER_thread_t a = __VERIFIER_spawn(pusher, 0);
    __VERIFIER_thread_t b = __VERIFIER_spawn(popper, 0);
    node_t *n = __VERIFIER_join(a);
    assert(n->value == 2);
    __VERIFIER_join(b);
    return 0;
}
