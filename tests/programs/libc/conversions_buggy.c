// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Hexadecimal needs its base.
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
int main(void) {
    char *end;
    assert(atoi(" -42") == -42);
    assert(strtol("0x1F;", &end, 10) == 31);
    assert(*end == ';' && abs(-3) == 3 && labs(-4L) == 4);
    assert(isdigit('7') && !isdigit('a') && isspace(' ') && isalpha('z') && isupper('Q'));
    assert(toupper('a') == 'A' && tolower('A') == 'a');
    return 0;
}
