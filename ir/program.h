// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The bounded event program: what every frontend makes and every engine reads. It is
// immutable; only ir/builder.h makes one, and validates it on the way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/event.h"

namespace fencepost::ir {

/// A piece of an object's initial content.
struct Cell {
    uint32_t offset = 0;
    uint8_t size = 8;
    /// 8*size bits, over constants and inputs.
    Expr value{};

    bool operator==(const Cell&) const = default;
};

/// Memory that is not overlapped by other objects. Bytes without a cell are 0.
struct MemoryObject {
    std::string name;
    uint64_t address = 0;
    uint64_t size = 8;
    std::vector<Cell> cells{};

    bool operator==(const MemoryObject&) const = default;
};

struct Input {
    std::string name;
    uint8_t width = 1;

    bool operator==(const Input&) const = default;
};

struct Thread {
    std::string name;
    /// In program order.
    std::vector<EventId> events;
    /// 1 bit: the thread ran to its end, neither blocked nor cut.
    Expr completed{};

    bool operator==(const Thread&) const = default;
};

/// A bound was reached when `guard` is true.
struct Cut {
    ThreadId thread = 0;
    Expr guard{};
    std::string what;
    SourceLocation location{};

    bool operator==(const Cut&) const = default;
};

/// One component of a litmus test's final state.
struct Observed {
    std::string label;
    /// Over reads, inputs and final memory.
    Expr value{};

    bool operator==(const Observed&) const = default;
};

enum class Quantifier : uint8_t { Exists, NotExists, Forall };

std::string_view name(Quantifier quantifier);

/// A litmus test's final-state condition. It speaks of executions in which every
/// thread completed.
struct Condition {
    Quantifier quantifier = Quantifier::Exists;
    Expr proposition{};
    /// As the user wrote it.
    std::string text;

    bool operator==(const Condition&) const = default;
};

class Program {
  public:
    const std::string& name() const { return name_; }
    /// "PPC", "X86", "C"…: for people; nothing depends on it.
    const std::string& architecture() const { return architecture_; }
    const ExprPool& exprs() const { return exprs_; }
    const DepPool& deps() const { return deps_; }
    const std::vector<Event>& events() const { return events_; }
    const Event& event(EventId id) const { return events_[id]; }
    const std::vector<Thread>& threads() const { return threads_; }
    const std::vector<MemoryObject>& objects() const { return objects_; }
    const std::vector<Input>& inputs() const { return inputs_; }
    const std::vector<Observed>& observed() const { return observed_; }
    const std::optional<Condition>& condition() const { return condition_; }
    const std::vector<Cut>& cuts() const { return cuts_; }
    const std::vector<std::string>& files() const { return files_; }
    /// A data race (ir/race.h) is a failed assertion.
    bool forbids_races() const { return forbids_races_; }
    /// Texts about assertions; the first one is empty.
    const std::vector<std::string>& details() const { return details_; }

    /// The object that contains [address, address+size), or nullptr.
    const MemoryObject* object_at(uint64_t address, uint64_t size) const;
    /// Initial content of an access-sized cell as an expression over constants and
    /// inputs: nullopt when initial cells overlap it only in part.
    std::optional<Expr> initial_value(uint64_t address, unsigned size) const;
    /// "x" or "x+4", for an address inside an object; hexadecimal otherwise.
    std::string describe_address(uint64_t address) const;
    std::string describe(SourceLocation location) const;

  private:
    friend class Builder;

    std::string name_;
    std::string architecture_;
    ExprPool exprs_;
    DepPool deps_;
    std::vector<Event> events_;
    std::vector<Thread> threads_;
    std::vector<MemoryObject> objects_;
    std::vector<Input> inputs_;
    std::vector<Observed> observed_;
    std::optional<Condition> condition_;
    std::vector<Cut> cuts_;
    std::vector<std::string> files_;
    std::vector<std::string> details_ = {""};
    bool forbids_races_ = false;
    Expr zero_[9];
};

}  // namespace fencepost::ir
