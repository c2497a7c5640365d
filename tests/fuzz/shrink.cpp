// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Delta debugging on recipes: leave out threads, then steps, then features, then make the
// numbers small, as long as the failure stays; repeat until nothing changes.
#include "tests/fuzz/shrink.h"

namespace fencepost::fuzz {

namespace {

/// Every recipe that is one thing smaller.
std::vector<Recipe> smaller(const Recipe& recipe) {
    std::vector<Recipe> result;
    const auto add = [&](const std::function<void(Recipe&)>& change) {
        Recipe candidate = recipe;
        change(candidate);
        if (candidate != recipe) result.push_back(std::move(candidate));
    };
    for (size_t t = 0; recipe.threads.size() > 1 && t < recipe.threads.size(); ++t)
        add([&](Recipe& r) { r.threads.erase(r.threads.begin() + static_cast<long>(t)); });
    for (size_t t = 0; t < recipe.threads.size(); ++t) {
        for (size_t i = 0; i < recipe.threads[t].size(); ++i) {
            add([&](Recipe& r) {
                r.threads[t].erase(r.threads[t].begin() + static_cast<long>(i));
            });
        }
    }
    add([](Recipe& r) { r.spawn = false; });
    add([](Recipe& r) { r.nondet_initial = false; });
    add([](Recipe& r) { r.wide = 0; });
    add([](Recipe& r) { r.objects = std::max(1u, r.objects - 1); });
    for (size_t t = 0; t < recipe.threads.size(); ++t) {
        for (size_t i = 0; i < recipe.threads[t].size(); ++i) {
            for (uint32_t Step::* field : {&Step::a, &Step::b, &Step::c, &Step::d}) {
                for (uint32_t value : {0u, 1u, 2u}) {
                    if (recipe.threads[t][i].*field <= value) break;
                    add([&](Recipe& r) { r.threads[t][i].*field = value; });
                }
            }
        }
    }
    for (uint32_t value = 0; value < 16 && value < recipe.condition; ++value)
        add([&](Recipe& r) { r.condition = value; });
    return result;
}

}  // namespace

Recipe shrink(Recipe recipe, const std::function<bool(const Recipe&)>& fails) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (Recipe& candidate : smaller(recipe)) {
            if (!fails(candidate)) continue;
            recipe = std::move(candidate);
            changed = true;
            break;
        }
    }
    return recipe;
}

}  // namespace fencepost::fuzz
