// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// string.h, byte by byte. memcpy, memmove and memset belong to the lowering, which moves
// what the program accesses as a whole.
#include <string.h>
#include <strings.h>

#include "fencepost.h"

void* malloc(size_t size);

size_t strlen(const char* text) {
    size_t length = 0;
    while (text[length] != 0) ++length;
    return length;
}

size_t strnlen(const char* text, size_t max) {
    size_t length = 0;
    while (length < max && text[length] != 0) ++length;
    return length;
}

int strcmp(const char* a, const char* b) {
    for (size_t i = 0;; ++i) {
        const unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return x < y ? -1 : 1;
        if (x == 0) return 0;
    }
}

int strncmp(const char* a, const char* b, size_t max) {
    for (size_t i = 0; i < max; ++i) {
        const unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y) return x < y ? -1 : 1;
        if (x == 0) break;
    }
    return 0;
}

static unsigned char lower(char c) {
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

int strcasecmp(const char* a, const char* b) {
    for (size_t i = 0;; ++i) {
        const unsigned char x = lower(a[i]), y = lower(b[i]);
        if (x != y) return x < y ? -1 : 1;
        if (x == 0) return 0;
    }
}

int memcmp(const void* a, const void* b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < size; ++i)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

int bcmp(const void* a, const void* b, size_t size) { return memcmp(a, b, size); }

void* memchr(const void* bytes, int wanted, size_t size) {
    const unsigned char* x = bytes;
    for (size_t i = 0; i < size; ++i)
        if (x[i] == (unsigned char)wanted) return (void*)(x + i);
    return NULL;
}

char* strcpy(char* to, const char* from) {
    size_t i = 0;
    for (; from[i] != 0; ++i) to[i] = from[i];
    to[i] = 0;
    return to;
}

char* stpcpy(char* to, const char* from) { return strcpy(to, from) + strlen(from); }

char* strncpy(char* to, const char* from, size_t size) {
    size_t i = 0;
    for (; i < size && from[i] != 0; ++i) to[i] = from[i];
    for (; i < size; ++i) to[i] = 0;
    return to;
}

char* strcat(char* to, const char* from) {
    strcpy(to + strlen(to), from);
    return to;
}

char* strncat(char* to, const char* from, size_t max) {
    const size_t end = strlen(to);
    size_t i = 0;
    for (; i < max && from[i] != 0; ++i) to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

char* strchr(const char* text, int wanted) {
    for (;; ++text) {
        if (*text == (char)wanted) return (char*)text;
        if (*text == 0) return NULL;
    }
}

char* strrchr(const char* text, int wanted) {
    const char* found = NULL;
    for (;; ++text) {
        if (*text == (char)wanted) found = text;
        if (*text == 0) return (char*)found;
    }
}

char* strstr(const char* text, const char* wanted) {
    const size_t length = strlen(wanted);
    for (;; ++text) {
        if (strncmp(text, wanted, length) == 0) return (char*)text;
        if (*text == 0) return NULL;
    }
}

size_t strspn(const char* text, const char* accepted) {
    size_t length = 0;
    while (text[length] != 0 && strchr(accepted, text[length]) != NULL) ++length;
    return length;
}

size_t strcspn(const char* text, const char* refused) {
    size_t length = 0;
    while (text[length] != 0 && strchr(refused, text[length]) == NULL) ++length;
    return length;
}

char* strdup(const char* text) { return strcpy(malloc(strlen(text) + 1), text); }

char* strerror(int error) {
    (void)error;
    return "error";
}

void bzero(void* bytes, size_t size) { memset(bytes, 0, size); }
