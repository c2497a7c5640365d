// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// atoi, strtol, abs, isdigit, toupper.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    char *end;
    assert(atoi(" -42") == -42);
    assert(strtol("0x1F;", &end, 16) == 31);
    assert(*end == ';' && abs(-3) == 3 && labs(-4L) == 4);
    assert(isdigit('7') && !isdigit('a') && isspace(' ') && isalpha('z') && isupper('Q'));
    assert(toupper('a') == 'A' && tolower('A') == 'a');
    return 0;
}
