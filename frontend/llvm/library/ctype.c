// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// ctype.h in the C locale, as functions and as the tables behind glibc's macros.
#include <ctype.h>

#undef isalpha
#undef isdigit
#undef isalnum
#undef isspace
#undef isupper
#undef islower
#undef isxdigit
#undef ispunct
#undef isprint
#undef isgraph
#undef iscntrl
#undef isblank
#undef tolower
#undef toupper

int isdigit(int c) { return c >= '0' && c <= '9'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int isprint(int c) { return c >= ' ' && c <= '~'; }
int isgraph(int c) { return c > ' ' && c <= '~'; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

enum {
    control = _IScntrl,
    graphic = _ISprint | _ISgraph,
    letter = graphic | _ISalpha | _ISalnum,
    digit = graphic | _ISdigit | _ISxdigit | _ISalnum,
    mark = graphic | _ISpunct,
};

#define AT(first, last) [128 + (first)... 128 + (last)]

/// 128 entries for negative characters come first.
static const unsigned short classes[384] = {
    AT(0, 8) = control,
    AT('\t', '\t') = control | _ISspace | _ISblank,
    AT('\n', '\r') = control | _ISspace,
    AT(14, 31) = control,
    AT(' ', ' ') = _ISprint | _ISspace | _ISblank,
    AT('!', '/') = mark,
    AT('0', '9') = digit,
    AT(':', '@') = mark,
    AT('A', 'F') = letter | _ISupper | _ISxdigit,
    AT('G', 'Z') = letter | _ISupper,
    AT('[', '`') = mark,
    AT('a', 'f') = letter | _ISlower | _ISxdigit,
    AT('g', 'z') = letter | _ISlower,
    AT('{', '~') = mark,
    AT(127, 127) = control,
};
static const unsigned short* const class_of_zero = classes + 128;

const unsigned short** __ctype_b_loc(void) { return (const unsigned short**)&class_of_zero; }
