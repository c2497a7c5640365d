// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The two exceptions a user can cause. InputError: this file is wrong (exit 2).
// Unsupported: the file may be right, but this engine or frontend cannot handle
// the named construct; whoever throws it steps aside, nobody guesses. InternalError is our
// own bug (exit 6), see ir/check.h.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace fencepost::ir {

/// Where a message points. Line and column count from 1; 0 means "no such part".
struct Position {
    std::string file;
    uint32_t line = 0;
    uint32_t column = 0;

    /// "file:line:col", leaving out what is unknown.
    std::string to_string() const;
};

class LocatedError : public std::runtime_error {
  public:
    LocatedError(Position where, const std::string& message);
    const Position& where() const { return where_; }
    const std::string& message() const { return message_; }

  private:
    Position where_;
    std::string message_;
};

class InputError : public LocatedError {
  public:
    using LocatedError::LocatedError;
};

class Unsupported : public LocatedError {
  public:
    using LocatedError::LocatedError;
    explicit Unsupported(const std::string& message) : LocatedError({}, message) {}
};

/// The work was given up because its limits were reached; the message is the limit.
class Stopped : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class InternalError : public std::logic_error {
  public:
    using std::logic_error::logic_error;
};

}  // namespace fencepost::ir
