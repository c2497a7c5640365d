// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/mutate.h"

#include <cctype>

namespace fencepost::fuzz {

namespace {

struct Span {
    size_t begin, length;
};

std::vector<Span> lines(const std::string& text) {
    std::vector<Span> result;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        result.push_back({at, end - at});
        at = end;
    }
    return result;
}

bool in_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

std::vector<Span> words(const std::string& text) {
    std::vector<Span> result;
    for (size_t at = 0; at < text.size();) {
        size_t end = at;
        while (end < text.size() && in_name(text[end])) ++end;
        if (end > at) result.push_back({at, end - at});
        at = end + 1;
    }
    return result;
}

template <typename T>
const T& pick(const std::vector<T>& from, Random& random) {
    return from[random.below(static_cast<uint32_t>(from.size()))];
}

void damage_once(std::string& text, const std::vector<std::string>& others, Random& random) {
    if (text.empty()) text = "PPC X\n";
    const auto position = [&] { return random.below(static_cast<uint32_t>(text.size())); };
    static const std::vector<std::string> fragments = {"(",
                                                       ")",
                                                       "[",
                                                       "]",
                                                       "{",
                                                       "}",
                                                       "|",
                                                       ";",
                                                       "\"",
                                                       "(*",
                                                       "*)",
                                                       "exists",
                                                       "forall",
                                                       "~",
                                                       "\\/",
                                                       "/\\",
                                                       "=",
                                                       "0",
                                                       "-1",
                                                       "99999999999999999999",
                                                       "0x",
                                                       "let rec",
                                                       "acyclic",
                                                       "include",
                                                       "lwarx r1,r0,r2",
                                                       "stwcx. r1,r0,r2",
                                                       "bne L0",
                                                       "L0:",
                                                       "P7:",
                                                       "9:r1=1;",
                                                       "%a",
                                                       "^-1",
                                                       "*",
                                                       "\\",
                                                       "&",
                                                       "<<",
                                                       ">>",
                                                       "locations [",
                                                       "int64_t",
                                                       "\0",
                                                       "\xff",
                                                       "$",
                                                       "LOCK"};
    switch (random.below(8)) {
        case 0:
            text[position()] = static_cast<char>(random.below(256));
            return;
        case 1:
            text.erase(position(), 1 + random.below(8));
            return;
        case 2:
            text.insert(position(), pick(fragments, random));
            return;
        case 3: {
            const auto all = lines(text);
            const Span line = pick(all, random);
            text.insert(pick(all, random).begin, text.substr(line.begin, line.length));
            return;
        }
        case 4: {
            const Span line = pick(lines(text), random);
            text.erase(line.begin, line.length);
            return;
        }
        case 5: {
            const auto all = words(text);
            if (all.empty()) return;
            const Span from = pick(all, random), to = pick(all, random);
            text.replace(to.begin, to.length, text.substr(from.begin, from.length));
            return;
        }
        case 6:
            text.resize(position());
            return;
        default: {
            const std::string& other = pick(others, random);
            if (other.empty()) return;
            const size_t from = random.below(static_cast<uint32_t>(other.size()));
            text.insert(position(), other.substr(from, 1 + random.below(80)));
            return;
        }
    }
}

}  // namespace

std::string damage(std::string text, const std::vector<std::string>& others, Random& random) {
    const uint32_t times = 1 + random.below(4);
    for (uint32_t i = 0; i < times; ++i) damage_once(text, others, random);
    return text;
}

std::string mutate_model(const std::string& text, Random& random) {
    static const std::vector<std::string> relations = {"po",   "po-loc", "rf",  "rfe", "rfi",
                                                       "co",   "coe",    "fr",  "fre", "addr",
                                                       "data", "ctrl",   "rmw", "0"};
    std::string result = text;
    const uint32_t times = 1 + random.below(3);
    for (uint32_t i = 0; i < times; ++i) {
        std::vector<Span> targets;
        for (const Span& word : words(result)) {
            const std::string name = result.substr(word.begin, word.length);
            for (const std::string& relation : relations)
                if (name == relation) targets.push_back(word);
            if (name == "acyclic" || name == "irreflexive") targets.push_back(word);
        }
        if (targets.empty()) return result;
        const Span target = pick(targets, random);
        const std::string old = result.substr(target.begin, target.length);
        std::string replacement = pick(relations, random);
        if (old == "acyclic") replacement = "irreflexive";
        if (old == "irreflexive") replacement = "acyclic";
        result.replace(target.begin, target.length, replacement);
    }
    return result;
}

}  // namespace fencepost::fuzz
