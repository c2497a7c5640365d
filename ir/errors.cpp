// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/errors.h"

#include <fmt/format.h>

namespace fencepost::ir {

std::string Position::to_string() const {
    std::string text = file;
    for (uint32_t part : {line, column}) {
        if (part == 0) break;
        text += text.empty() ? fmt::format("{}", part) : fmt::format(":{}", part);
    }
    return text;
}

namespace {
std::string with_position(const Position& where, const std::string& message) {
    std::string prefix = where.to_string();
    return prefix.empty() ? message : prefix + ": " + message;
}
}  // namespace

LocatedError::LocatedError(Position where, const std::string& message)
    : std::runtime_error(with_position(where, message)),
      where_(std::move(where)),
      message_(message) {}

}  // namespace fencepost::ir
