// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Colours of relations, those people know from herd's pictures.
#pragma once

#include <string_view>

namespace fencepost::witness {

constexpr std::string_view colour(std::string_view relation) {
    if (relation == "rf") return "#c00000";
    if (relation == "co") return "#0000c0";
    if (relation == "fr") return "#e07000";
    if (relation == "po") return "#000000";
    return "#4b0082";
}

}  // namespace fencepost::witness
