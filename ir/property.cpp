// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/property.h"

#include <iterator>

namespace fencepost::ir {

namespace {

struct PropertyRow {
    std::string_view name, competition, meaning;
};

constexpr PropertyRow properties[] = {
#define PROPERTY(enumerator, text, competition, meaning) {text, competition, meaning},
#include "ir/property.def"
#undef PROPERTY
};

struct FailureRow {
    std::string_view name;
    Property property;
    std::string_view competition, meaning;
};

constexpr FailureRow failures[] = {
#define FAILURE(enumerator, text, property, competition, meaning) \
    {text, Property::property, competition, meaning},
#include "ir/property.def"
#undef FAILURE
};

}  // namespace

const std::vector<Property>& all_properties() {
    static const std::vector<Property> all = {
#define PROPERTY(enumerator, text, competition, meaning) Property::enumerator,
#include "ir/property.def"
#undef PROPERTY
    };
    return all;
}

std::string_view name(Property p) { return properties[static_cast<size_t>(p)].name; }
std::string_view competition_name(Property p) {
    return properties[static_cast<size_t>(p)].competition;
}
std::string_view meaning(Property p) { return properties[static_cast<size_t>(p)].meaning; }

std::optional<Property> find_property(std::string_view text) {
    for (Property p : all_properties())
        if (!text.empty() && (name(p) == text || competition_name(p) == text)) return p;
    return std::nullopt;
}

std::string_view name(Failure f) { return failures[static_cast<size_t>(f)].name; }
std::optional<Failure> find_failure(std::string_view text) {
    for (size_t i = 0; i < std::size(failures); ++i)
        if (failures[i].name == text) return static_cast<Failure>(i);
    return std::nullopt;
}
Property property_of(Failure f) { return failures[static_cast<size_t>(f)].property; }
std::string_view competition_name(Failure f) {
    return failures[static_cast<size_t>(f)].competition;
}
std::string_view meaning(Failure f) { return failures[static_cast<size_t>(f)].meaning; }

}  // namespace fencepost::ir
