// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
#include "frontend/litmus/cursor.h"

#include <fmt/format.h>

namespace fencepost::frontend::litmus {

void Cursor::fail(const Token& token, const std::string& message) const {
    throw ir::InputError({file_, token.line, token.column}, message);
}

void Cursor::unexpected(std::string_view expected) const {
    const Token& token = peek();
    if (token.kind == TokenKind::End)
        fail(token, fmt::format("unexpected end of the test, expected {}", expected));
    const std::string_view sign = token.kind == TokenKind::SymbolicRegister ? "%" : "";
    fail(token, fmt::format("unexpected `{}{}`, expected {}", sign, token.text, expected));
}

}  // namespace fencepost::frontend::litmus
