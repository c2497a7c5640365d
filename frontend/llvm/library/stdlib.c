// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// stdlib.h: conversions, sorting, memory, random numbers (any), the end of the program.
#include <stdlib.h>

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "fencepost.h"

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

unsigned long strtoul(const char* text, char** end, int base) {
    const char* at = text;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r')) ++at;
    _Bool negative = 0;
    if (*at == '-' || *at == '+') negative = *at++ == '-';
    if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
        at += 2;
        base = 16;
    }
    if (base == 0) base = *at == '0' ? 8 : 10;
    unsigned long value = 0;
    _Bool any = 0;
    for (; digit_value(*at) < base; ++at) {
        value = value * (unsigned long)base + (unsigned long)digit_value(*at);
        any = 1;
    }
    if (end != NULL) *end = (char*)(any ? at : text);
    return negative ? -value : value;
}

long strtol(const char* text, char** end, int base) { return (long)strtoul(text, end, base); }
long long strtoll(const char* text, char** end, int base) {
    return (long long)strtoul(text, end, base);
}
unsigned long long strtoull(const char* text, char** end, int base) {
    return strtoul(text, end, base);
}
int atoi(const char* text) { return (int)strtol(text, NULL, 10); }
long atol(const char* text) { return strtol(text, NULL, 10); }
long long atoll(const char* text) { return strtoll(text, NULL, 10); }
// What glibc's headers make of the above from C23 on.
long __isoc23_strtol(const char* text, char** end, int base) { return strtol(text, end, base); }
unsigned long __isoc23_strtoul(const char* text, char** end, int base) {
    return strtoul(text, end, base);
}

static void swap(char* a, char* b, size_t size) {
    for (size_t i = 0; i < size; ++i) {
        const char saved = a[i];
        a[i] = b[i];
        b[i] = saved;
    }
}

/// By insertion: few elements, and the least number of comparisons if they are in order.
void qsort(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
    char* first = base;
    for (size_t i = 1; i < count; ++i)
        for (size_t j = i; j > 0; --j) {
            char* here = first + j * size;
            if (compare(here - size, here) <= 0) break;
            swap(here - size, here, size);
        }
}

void* bsearch(const void* key, const void* base, size_t count, size_t size,
              int (*compare)(const void*, const void*)) {
    const char* first = base;
    for (size_t i = 0; i < count; ++i)
        if (compare(key, first + i * size) == 0) return (void*)(first + i * size);
    return NULL;
}

void* realloc(void* old, size_t size) {
    void* fresh = malloc(size);
    if (old == NULL) return fresh;
    const size_t before = __fencepost_size(old);
    memcpy(fresh, old, before < size ? before : size);
    free(old);
    return fresh;
}

void* reallocarray(void* old, size_t count, size_t size) { return realloc(old, count * size); }

int posix_memalign(void** result, size_t alignment, size_t size) {
    (void)alignment;
    *result = malloc(size);
    return 0;
}

int rand(void) {
    const int any = __VERIFIER_nondet_int();
    __VERIFIER_assume(any >= 0);
    return any;
}

long random(void) { return rand(); }
long lrand48(void) { return rand(); }
int rand_r(unsigned* seed) {
    (void)seed;
    return rand();
}
void srandom(unsigned seed) { (void)seed; }
void srand48(long seed) { (void)seed; }

char* getenv(const char* name) {
    (void)name;
    return NULL;
}

int system(const char* command) {
    (void)command;
    __fencepost_unsupported("system");
}

char* gets(char* line) {
    (void)line;
    __fencepost_unsupported("reading input");
}
