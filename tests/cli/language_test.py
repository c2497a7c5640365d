#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inputs of `fencepost check` beside one C file of 64 bits: data models, preprocessed files, C++ beside C, C11 orders."""
import os
import subprocess
import tempfile
import unittest

BINARY = os.environ["FENCEPOST"]

SIZES = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c; pthread_rwlock_t l; sem_t s; int ready;
static int sum(int n, ...) { va_list a; va_start(a, n); int t = 0; while (n-- > 0) t += va_arg(a, int); va_end(a); return t; }
void *t(void *u) {
    pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); sem_post(&s);
    pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return u; }
int main(void) {
    pthread_t a; char b[8];
    strcpy(b, "abc"); assert(strlen(b) == 3 && sum(3, 1, 2, 3) == 6);
    sem_init(&s, 0, 0); pthread_create(&a, 0, t, 0); sem_wait(&s);
    pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
    pthread_join(a, 0); assert(sizeof(long) == %d && sizeof(void *) == %d); return 0; }
"""
PREPROCESSED = """# 1 "old.c"
extern void abort(void); typedef unsigned long int pthread_t; union attr { char s[56]; long a; };
extern int pthread_create(pthread_t *t, const union attr *a, void *(*f)(void *), void *u);
extern int pthread_join(pthread_t t, void **r); extern void __assert_fail(const char *, const char *, unsigned, const char *);
# 7 "old.c"
int x; void *f(void *u) { x = 1; return 0; }
int main() { pthread_t t; pthread_create(&t, 0, f, 0); if (x) __assert_fail("x", "old.c", 8, "main"); pthread_join(t, 0); return 0; }
"""


def run(*args):
    return subprocess.run([BINARY, "check", *args], capture_output=True, text=True, timeout=120)


NO_C = "no C frontend" in run("examples/message_passing.c").stderr


@unittest.skipIf(NO_C, "this build has no C frontend")
class Language(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        return path

    def test_both_data_models_with_the_library(self):
        for model, size in (("LP64", 8), ("ILP32", 4)):
            right = run(self.file("right.c", SIZES % (size, size)), "--data-model", model)
            self.assertEqual(right.returncode, 0, right.stdout + right.stderr)
            wrong = run(self.file("wrong.c", SIZES % (size, 12 - size)), "--data-model", model)
            self.assertEqual(wrong.returncode, 10, wrong.stdout + wrong.stderr)

    def test_a_preprocessed_file_alone(self):
        result = run(self.file("old.i", PREPROCESSED))
        self.assertEqual(result.returncode, 10, result.stdout + result.stderr)
        self.assertIn("old.c:8", result.stdout)

    def test_cxx_beside_c(self):
        c = self.file("a.c", "int twice(int x) { return 2 * x; }\n")
        cxx = self.file("b.cpp", '#include <cassert>\nextern "C" int twice(int);\n'
                        "int main() { auto f = [] { return twice(2); }; assert(f() == 4); }\n")
        self.assertEqual(run(cxx, c).returncode, 0)
        self.assertEqual(run(cxx, c, "--std", "c++17").returncode, 0)
        refused = run(cxx, c, "--data-model", "ILP32")
        self.assertEqual(refused.returncode, 5)
        self.assertIn("C++ with 32-bit pointers", refused.stdout)

    def test_no_target_keeps_the_orders_of_c11(self):
        orders = self.file("orders.c", "#include <stdatomic.h>\n#include <pthread.h>\natomic_int x;\n"
                           "void *t(void *u) { atomic_store_explicit(&x, 1, memory_order_release); return u; }\n"
                           "int main(void) { pthread_t a; pthread_create(&a, 0, t, 0);\n"
                           "  return atomic_load_explicit(&x, memory_order_acquire); }\n")
        shown = subprocess.run([BINARY, "show", orders, "--as", "ir", "--target", "none"], capture_output=True,
                               text=True, timeout=120).stdout
        self.assertRegex(shown, r"write.* release|write\.release|\brel\b")
        machine = subprocess.run([BINARY, "show", orders, "--as", "ir", "--target", "power"], capture_output=True,
                                 text=True, timeout=120).stdout
        self.assertIn("lwsync", machine)


if __name__ == "__main__":
    unittest.main()
