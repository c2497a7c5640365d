// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// strlen, strcpy, strcat, strcmp, strchr.
#include <assert.h>
#include <string.h>
int main(void) {
    char a[16], b[16];
    strcpy(a, "fence");
    strncpy(b, "post", 8);
    strcat(a, b);
    assert(strlen(a) == 9);
    assert(strcmp(a, "fencepost") == 0 && strncmp(a, "fenced", 5) == 0);
    assert(strchr(a, 'p') == a + 5 && strrchr(a, 'e') == a + 4 && strstr(a, "cep") == a + 3);
    assert(memcmp(a, "fence", 5) == 0 && memchr(a, 'c', 5) == a + 3);
    return 0;
}
