// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/c_values.h"

#include <fmt/format.h>

#include "tests/fuzz/random.h"

namespace fencepost::fuzz {

namespace {

const char* const prelude = R"(
struct bits { int a : 5; unsigned b : 11; signed char c : 3; unsigned long d : 40; };
struct rec { signed char c; unsigned short h; int i; long q; struct { short u, v; } in; };
union mix { unsigned w; unsigned short h[2]; unsigned char b[4]; signed char s; };
struct __attribute__((packed)) tight { char c; int i; short s; };
static int twice(int x) { return x + x; }
static int turn(int x) { return ~x; }
static int square(int x) { return (short)x * (short)x; }
static int (*const table[3])(int) = {twice, turn, square};
static struct rec swapped(struct rec r) { short t = r.in.u; r.in.u = r.in.v; r.in.v = t; r.q ^= r.i; return r; }
static int depth(int n) { return n <= 0 ? 1 : depth(n - 1) * 3 + n; }
static void bump(int *p, int by) { *p += by; }
)";

/// Variables of each function.
const char* const locals = R"(  int x = in, y = 7, z = -3;
  unsigned u = 40000u;
  long q = 1234567890123L;
  unsigned char uc = 200;
  short sh = -5;
  _Bool t = 1;
  int arr[4] = {1, 2, 3, 4}, grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
  char text[6] = "fence";
  struct bits bf = {1, 2, 3, 4};
  struct rec r = {1, 2, 3, 4, {5, 6}}, s = r;
  union mix mix = {0x12345678};
  struct tight pack = {1, 2, 3};
  int *p = &x, *e = &arr[1];
)";

class Maker {
  public:
    explicit Maker(uint64_t seed) : random_(seed) {}

    std::vector<std::string> make() {
        std::vector<std::string> lines;
        for (uint32_t i = 0, n = 4 + random_.below(10); i < n; ++i) lines.push_back(statement(2));
        return lines;
    }

  private:
    template <size_t N>
    std::string pick(const char* const (&words)[N]) {
        return words[random_.below(N)];
    }

    /// Something that can be assigned to.
    std::string place(int depth) {
        static const char* const names[] = {
            "x",      "y",     "z",    "u",    "q",      "uc",     "sh",   "t",   "bf.a",
            "bf.b",   "bf.c",  "bf.d", "r.c",  "r.h",    "r.i",    "r.q",  "s.i", "s.in.u",
            "r.in.v", "mix.w", "(*p)", "(*e)", "pack.i", "pack.s", "mix.s"};
        switch (random_.below(5)) {
            case 0:
                return fmt::format("arr[{} & 3]", value(depth - 1));
            case 1:
                return random_.chance(2)
                           ? fmt::format("grid[{} & 1][{}]", value(depth - 1), random_.below(3))
                           : fmt::format("text[({} & 3) + 1]", value(depth - 1));
            case 2:
                return random_.chance(2) ? fmt::format("mix.b[{} & 3]", value(depth - 1))
                                         : fmt::format("mix.h[{}]", random_.below(2));
            default:
                return pick(names);
        }
    }

    std::string number() {
        static const char* const numbers[] = {"0",   "1",     "-1",          "2",     "7",
                                              "100", "255",   "-128",        "65535", "0x7fffffff",
                                              "-5L", "0xffu", "4000000000u", "31",    "-32768"};
        return pick(numbers);
    }

    std::string value(int depth) {
        if (depth <= 0) return random_.chance(3) ? number() : place(0);
        switch (random_.below(14)) {
            case 0: {
                static const char* const types[] = {"signed char",    "unsigned char", "short",
                                                    "unsigned short", "int",           "unsigned",
                                                    "long",           "unsigned long", "_Bool"};
                return fmt::format("({})({})", pick(types), value(depth - 1));
            }
            case 1:
                return fmt::format("(({}) / ((({}) & 7) + 1))", value(depth - 1), value(depth - 1));
            case 2:
                return fmt::format("(({}) % ((({}) & 15) + 1))", value(depth - 1),
                                   value(depth - 1));
            case 3:
                return fmt::format("((int)({}) << (({}) & 15))", value(depth - 1),
                                   value(depth - 1));
            case 4:
                return fmt::format("(({}) >> (({}) & 7))", value(depth - 1), value(depth - 1));
            case 5:
                return fmt::format("(({}) ? ({}) : ({}))", value(depth - 1), value(depth - 1),
                                   value(depth - 1));
            case 6:
                return fmt::format("(({}) && ({}))", value(depth - 1), value(depth - 1));
            case 7: {
                static const char* const compare[] = {"<", "<=", "==", "!=", ">", ">="};
                return fmt::format("(({}) {} ({}))", value(depth - 1), pick(compare),
                                   value(depth - 1));
            }
            case 8: {
                static const char* const unary[] = {"-", "~", "!"};
                return fmt::format("({}({}))", pick(unary), value(depth - 1));
            }
            case 9:
                return fmt::format("table[((unsigned)({})) % 3u]((int)({}))", value(depth - 1),
                                   value(depth - 1));
            case 10:
                return fmt::format("depth({} & 3)", value(depth - 1));
            default: {
                static const char* const binary[] = {"+", "-", "*", "&", "|", "^"};
                return fmt::format("(({}) {} ({}))", value(depth - 1), pick(binary),
                                   value(depth - 1));
            }
        }
    }

    std::string statement(int depth) {
        switch (random_.below(depth > 0 ? 16 : 8)) {
            case 0:
            case 1:
            case 2:
            case 3:
                return fmt::format("{} = {};", place(2), value(2));
            case 4: {
                static const char* const update[] = {"+=", "-=", "*=", "&=", "|=", "^="};
                return fmt::format("{} {} {};", place(1), pick(update), value(1));
            }
            case 5:
                return fmt::format("{}{};", place(1), random_.chance(2) ? "++" : "--");
            case 6:
                return fmt::format("p = {} ? &{} : e;", value(1), pick_int());
            case 7:
                return fmt::format("e = &arr[{} & 3];", value(1));
            case 8:
                return fmt::format("if ({}) {{ {} }} else {{ {} }}", value(1), statement(depth - 1),
                                   statement(depth - 1));
            case 9:
                return fmt::format("for (int i = 0; i < {}; ++i) {{ {} {} }}", 1 + random_.below(4),
                                   statement(depth - 1), "x ^= i;");
            case 10:
                return fmt::format(
                    "switch ({} & 3) {{ case 0: {} break; case 1: {} case 3: {} break; default: {} "
                    "}}",
                    value(1), statement(0), statement(0), statement(0), statement(0));
            case 11:
                return random_.chance(2) ? "s = swapped(r);" : "r = s;";
            case 12:
                return fmt::format("bump(&{}, (int)({}));", pick_int(), value(1));
            case 13:
                return random_.chance(2) ? "__builtin_memcpy(&r.in, &s.in, sizeof r.in);"
                                         : "__builtin_memset(text, x & 63, 3);";
            case 14:
                return fmt::format(
                    "for (int n = 0; n < 5; ++n) {{ if (n == {}) continue; if (({}) == n) break; "
                    "{} "
                    "}}",
                    random_.below(5), value(1), statement(0));
            default:
                return fmt::format("q += e - arr + {};", value(1));
        }
    }

    std::string pick_int() {
        static const char* const names[] = {"x", "y", "z", "arr[2]", "r.i", "grid[1][1]"};
        return pick(names);
    }

    Random random_;
};

const char* const results[] = {"x",     "y",      "z",      "u",          "q",          "uc",
                               "sh",    "t",      "arr[0]", "arr[1]",     "arr[2]",     "arr[3]",
                               "bf.a",  "bf.b",   "bf.c",   "bf.d",       "r.c",        "r.h",
                               "r.i",   "r.q",    "r.in.u", "r.in.v",     "s.i",        "s.in.u",
                               "mix.w", "pack.i", "pack.s", "grid[0][2]", "grid[1][1]", "text[2]"};

}  // namespace

CValues random_values(uint64_t seed) { return {seed, Maker(seed).make()}; }

std::string values_prelude() { return prelude; }

std::string to_function(const CValues& values, size_t number) {
    std::string text = fmt::format("static unsigned long value_{}(int in) {{\n{}", number, locals);
    for (const std::string& line : values.statements) text += "  " + line + "\n";
    text += "  unsigned long h = 0;\n";
    for (const char* name : results)
        text += fmt::format("  h = (h << 5 | h >> 59) ^ (unsigned long){};\n", name);
    return text + "  return h;\n}\n";
}

std::string values_to_native(const std::vector<CValues>& all) {
    std::string text = "#include <stdio.h>\n" + values_prelude();
    for (size_t i = 0; i < all.size(); ++i) text += to_function(all[i], i);
    text += "int main(void) {\n";
    for (size_t i = 0; i < all.size(); ++i)
        text += fmt::format("  printf(\"%lu\\n\", value_{}({}));\n", i,
                            static_cast<int>(all[i].seed % 2001) - 1000);
    return text + "  return 0;\n}\n";
}

std::string values_to_check(const std::vector<CValues>& all, const std::vector<uint64_t>& expected,
                            bool symbolic) {
    std::string text =
        "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
        "extern void __VERIFIER_assume(int);\n" +
        values_prelude();
    for (size_t i = 0; i < all.size(); ++i) text += to_function(all[i], i);
    text += "int main(void) {\n";
    for (size_t i = 0; i < all.size(); ++i) {
        const int in = static_cast<int>(all[i].seed % 2001) - 1000;
        if (symbolic)
            text += fmt::format(
                "  {{ int in = __VERIFIER_nondet_int(); __VERIFIER_assume(in == {}); if "
                "(value_{}(in) != {}ul) reach_error(); }}\n",
                in, i, expected[i]);
        else
            text += fmt::format("  if (value_{}({}) != {}ul) reach_error();\n", i, in, expected[i]);
    }
    return text + "  return 0;\n}\n";
}

}  // namespace fencepost::fuzz
