// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Packed structs, flexible arrays, unions.
#include <assert.h>
#include <stdlib.h>
struct __attribute__((packed)) packed {
    char tag;
    int value;
};
struct flexible {
    int count;
    int data[];
};
union both {
    unsigned word;
    unsigned char bytes[4];
};
int main(void) {
    struct packed p = {1, 2};
    assert(sizeof p == 5 && p.value == 2);
    struct flexible *f = malloc(sizeof *f + 3 * sizeof(int));
    f->count = 3;
    for (int i = 0; i < f->count; i++) f->data[i] = i;
    assert(f->data[2] == 2);
    union both b = {.word = 0x01020304};
    assert(b.bytes[0] == 4 && b.bytes[3] == 1);
    return 0;
}
