// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// calloc, realloc keeps the old content, strdup.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    int *p = calloc(2, sizeof *p);
    assert(p[1] == 0);
    p[0] = 7;
    p = realloc(p, 4 * sizeof *p);
    assert(p[0] == 7);
    char *s = strdup("ab");
    assert(s[1] == 'b' && s[2] == 0);
    free(s);
    free(p);
    return 0;
}
