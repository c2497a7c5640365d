// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What each event can access, pointers that go through shared memory included: an
// inclusion-based points-to analysis over events, sensitive to fields and elements.
#pragma once

#include "frontend/llvm/round.h"

namespace fencepost::frontend::llvm_ir {

class SharedPointers {
  public:
    explicit SharedPointers(Round& round);

    /// Reads and writes of program memory (not of threads' hidden flags).
    const std::vector<ir::EventId>& accesses() const { return accesses_; }
    /// Where a term can point.
    const Pointees& value(ir::Expr pointer) { return analysis_.of(pointer); }
    const Pointees& of(ir::EventId access) const { return address_.at(access); }
    /// What reads of pointers may return.
    const std::map<ir::EventId, Pointees>& values() const { return value_; }

  private:
    bool step();
    Pointees stored_at(ir::EventId read);
    bool overlap(ir::EventId read, ir::EventId write, uint32_t object) const;

    Round& round_;
    PointerAnalysis analysis_;
    std::vector<ir::EventId> accesses_;
    std::map<ir::EventId, Pointees> address_;
    std::map<ir::EventId, Pointees> value_;
    std::map<uint32_t, std::vector<ir::EventId>> writes_;
    std::map<ir::ThreadId, ir::Expr> results_;
};

}  // namespace fencepost::frontend::llvm_ir
