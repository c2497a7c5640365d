// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Properties: what a program is asked about, by our name and by the competition's, and the
// kinds of failures that violate them. The lists are ir/property.def.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace fencepost::ir {

enum class Property : uint8_t {
#define PROPERTY(enumerator, text, competition, meaning) enumerator,
#include "ir/property.def"
#undef PROPERTY
};

/// What an assertion event guards against.
enum class Failure : uint8_t {
#define FAILURE(enumerator, text, property, competition, meaning) enumerator,
#include "ir/property.def"
#undef FAILURE
};

/// In the order of the list.
const std::vector<Property>& all_properties();
std::string_view name(Property property);
/// "unreach-call"…; empty where the competition has none.
std::string_view competition_name(Property property);
std::string_view meaning(Property property);
/// By our name or by the competition's.
std::optional<Property> find_property(std::string_view name);

std::string_view name(Failure failure);
std::optional<Failure> find_failure(std::string_view name);
Property property_of(Failure failure);
/// "valid-deref"…; empty where the competition has none.
std::string_view competition_name(Failure failure);
/// For people: "access out of bounds".
std::string_view meaning(Failure failure);

}  // namespace fencepost::ir
