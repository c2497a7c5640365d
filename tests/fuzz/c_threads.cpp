// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/c_threads.h"

#include <fmt/format.h>

#include "tests/fuzz/random.h"

namespace fencepost::fuzz {

namespace {

const char* const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};

class Maker {
  public:
    explicit Maker(uint64_t seed) : random_(seed) {}

    CThreads make() {
        CThreads p;
        p.observable = random_.chance(2);
        const char* kind = p.observable ? "volatile " : "";
        p.declarations = {fmt::format("{}int x;", kind),
                          fmt::format("{}int y;", kind),
                          "atomic_int a;",
                          "atomic_int b;",
                          fmt::format("{}struct {{ signed char c; short s; int i; }} st;", kind),
                          fmt::format("{}int arr[2];", kind),
                          fmt::format("{}struct {{ unsigned p : 3, q : 5; int r : 4; }} bf;", kind),
                          "int *volatile ptr = 0;",
                          "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"};
        const uint32_t threads = 2 + (random_.chance(4) ? 1 : 0);
        // Few places, so that threads meet.
        for (int i = 0; i < 2; ++i) places_.push_back(place());
        for (uint32_t t = 0; t < threads; ++t) p.threads.push_back(thread(threads == 2 ? 4 : 2));
        p.bad = condition(threads);
        return p;
    }

  private:
    std::string pick(std::initializer_list<const char*> words) {
        return *(words.begin() + random_.below(static_cast<uint32_t>(words.size())));
    }
    std::string reg() { return fmt::format("r{}", random_.below(2)); }
    std::string number() { return std::to_string(1 + random_.below(2)); }

    std::string place() {
        return pick({"x", "y", "x", "y", "st.c", "st.s", "st.i", "arr[0]", "arr[1]", "bf.p", "bf.q",
                     "bf.r"});
    }
    std::string order(bool load, bool store) {
        while (true) {
            const std::string o = orders[random_.below(5)];
            if (load && (o == "release" || o == "acq_rel")) continue;
            if (store && (o == "acquire" || o == "acq_rel")) continue;
            return "memory_order_" + o;
        }
    }
    std::string value() {
        switch (random_.below(5)) {
            case 0:
                return reg();
            case 1:
                return reg() + " + 1";
            case 2:
                return fmt::format("({} ^ {}) + {}", "r0", "r0", number());
            default:
                return number();
        }
    }

    std::string access() {
        const std::string r = reg();
        const std::string shared = random_.chance(4) ? place() : places_[random_.below(2)];
        const char* atomic = random_.chance(2) ? "a" : "b";
        switch (random_.below(14)) {
            case 0:
            case 1:
            case 2:
                return fmt::format("{} = {};", shared, value());
            case 3:
            case 4:
            case 5:
                return fmt::format("{} = {};", r, shared);
            case 6:
                return fmt::format("atomic_store_explicit(&{}, {}, {});", atomic, value(),
                                   order(false, true));
            case 7:
                return fmt::format("{} = atomic_load_explicit(&{}, {});", r, atomic,
                                   order(true, false));
            case 8:
                return fmt::format("{} = atomic_fetch_add_explicit(&{}, {}, {});", r, atomic,
                                   number(), order(false, false));
            case 9:
                return fmt::format("{} = atomic_exchange_explicit(&{}, {}, {});", r, atomic,
                                   number(), order(false, false));
            case 10:
                return fmt::format(
                    "{{ int e = {}; {} = atomic_compare_exchange_strong(&{}, &e, {}); }}",
                    random_.below(2), r, atomic, number());
            case 11:
                return fmt::format("{} = arr[{} & 1];", r, reg());
            case 12:
                return fmt::format("arr[{} & 1] = {};", reg(), number());
            default:
                return random_.chance(2) ? "ptr = (int *)&x;"
                                         : fmt::format("{{ int *p = ptr; if (p) {} = *p; }}", r);
        }
    }

    std::string line() {
        switch (random_.below(10)) {
            case 0:
                return fmt::format("atomic_thread_fence({});", order(false, false));
            case 1:
                return fmt::format("if ({} == {}) {{ {} }}", reg(), random_.below(2), access());
            case 2:
                return fmt::format("for (int i = 0; i < 2; ++i) {{ {} }}", access());
            case 3:
                return fmt::format("pthread_mutex_lock(&m); {} pthread_mutex_unlock(&m);",
                                   access());
            default:
                return access();
        }
    }

    std::vector<std::string> thread(uint32_t most) {
        std::vector<std::string> lines;
        for (uint32_t i = 0, n = 2 + random_.below(most - 1); i < n; ++i) lines.push_back(line());
        return lines;
    }

    std::string condition(uint32_t threads) {
        std::string text;
        for (uint32_t t = 0; t < threads; ++t)
            text += fmt::format("{}((t{} >> {}) & 3) == {}", text.empty() ? "" : " && ", t,
                                2 * random_.below(2), random_.below(3));
        if (random_.chance(2))
            text +=
                fmt::format(" && {} == {}", random_.chance(3) ? "a" : places_[0], random_.below(3));
        return text;
    }

    Random random_;
    std::vector<std::string> places_;
};

const char* const head = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n";

std::string main_function(const CThreads& program) {
    std::string text = "int main(void) {\n";
    for (size_t t = 0; t < program.threads.size(); ++t)
        text += fmt::format("  pthread_t id{0};\n  void *v{0};\n", t);
    for (size_t t = 0; t < program.threads.size(); ++t)
        text += fmt::format("  pthread_create(&id{0}, 0, thread{0}, 0);\n", t);
    for (size_t t = 0; t < program.threads.size(); ++t)
        text += fmt::format("  pthread_join(id{0}, &v{0});\n  long t{0} = (long)v{0};\n", t);
    for (size_t t = 0; t < program.threads.size(); ++t) text += fmt::format("  (void)t{};\n", t);
    return text + fmt::format("  assert(!({}));\n  return 0;\n}}\n", program.bad);
}

const char* const result = "  return (void *)(long)((r0 & 3) | (r1 & 3) << 2);\n";

}  // namespace

CThreads random_threads(uint64_t seed) { return Maker(seed).make(); }

std::string to_c(const CThreads& program) {
    std::string text = head;
    for (const std::string& line : program.declarations) text += line + "\n";
    for (size_t t = 0; t < program.threads.size(); ++t) {
        text += fmt::format("\nvoid *thread{}(void *u) {{\n  int r0 = 0, r1 = 0;\n", t);
        for (const std::string& line : program.threads[t]) text += "  " + line + "\n";
        text += result + std::string("}\n");
    }
    return text + "\n" + main_function(program);
}

std::string split_to_c(const CThreads& program) {
    std::string text = head;
    for (const std::string& line : program.declarations) text += line + "\n";
    for (size_t t = 0; t < program.threads.size(); ++t) {
        const std::vector<std::string>& lines = program.threads[t];
        const size_t half = lines.size() / 2;
        for (size_t part = 0; part < 2; ++part) {
            text += fmt::format("\nstatic void part{}_{}(int *p0, int *p1) {{\n", t, part);
            text += "  int r0 = *p0, r1 = *p1;\n";
            for (size_t i = part == 0 ? 0 : half; i < (part == 0 ? half : lines.size()); ++i)
                text += "  " + lines[i] + "\n";
            text += "  *p0 = r0;\n  *p1 = r1;\n}\n";
        }
        text += fmt::format(
            "\nvoid *thread{0}(void *u) {{\n  int r0 = 0, r1 = 0;\n  part{0}_0(&r0, &r1);\n"
            "  part{0}_1(&r0, &r1);\n{1}}}\n",
            t, result);
    }
    return text + "\n" + main_function(program);
}

CThreads renamed(CThreads program) {
    const auto rename = [](std::string& line) {
        // Names of the shared variables as words of their own.
        std::string out;
        for (size_t i = 0; i < line.size();) {
            const auto is_name = [](char c) {
                return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
            };
            if (!is_name(line[i])) {
                out += line[i++];
                continue;
            }
            size_t end = i;
            while (end < line.size() && is_name(line[end])) ++end;
            const std::string word = line.substr(i, end - i);
            const bool member = i > 0 && line[i - 1] == '.';
            const bool shared = word == "x" || word == "y" || word == "a" || word == "b" ||
                                word == "st" || word == "arr" || word == "bf" || word == "ptr" ||
                                word == "m";
            out += shared && !member ? "z_" + word + "_other" : word;
            i = end;
        }
        line = out;
    };
    for (std::string& line : program.declarations) rename(line);
    for (std::vector<std::string>& thread : program.threads)
        for (std::string& line : thread) rename(line);
    rename(program.bad);
    return program;
}

CThreads reordered(CThreads program, uint64_t seed) {
    Random random(seed);
    auto& lines = program.declarations;
    for (size_t i = lines.size(); i > 1; --i)
        std::swap(lines[i - 1], lines[random.below(static_cast<uint32_t>(i))]);
    return program;
}

CThreads fenced(CThreads program, uint64_t seed) {
    Random random(seed);
    auto& lines = program.threads[random.below(static_cast<uint32_t>(program.threads.size()))];
    const auto at =
        static_cast<std::ptrdiff_t>(random.below(static_cast<uint32_t>(lines.size() + 1)));
    lines.insert(lines.begin() + at, "atomic_thread_fence(memory_order_seq_cst);");
    return program;
}

CThreads shrink(CThreads program, const std::function<bool(const CThreads&)>& fails) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t t = 0; t < program.threads.size(); ++t)
            for (size_t i = 0; i < program.threads[t].size();) {
                CThreads smaller = program;
                smaller.threads[t].erase(smaller.threads[t].begin() +
                                         static_cast<std::ptrdiff_t>(i));
                if (fails(smaller)) {
                    program = std::move(smaller);
                    changed = true;
                } else {
                    ++i;
                }
            }
    }
    for (size_t i = 0; i < program.declarations.size();) {
        CThreads smaller = program;
        smaller.declarations.erase(smaller.declarations.begin() + static_cast<std::ptrdiff_t>(i));
        if (fails(smaller))
            program = std::move(smaller);
        else
            ++i;
    }
    return program;
}

}  // namespace fencepost::fuzz
