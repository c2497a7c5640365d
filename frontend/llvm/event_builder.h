// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The IR's builder, and how many events it has: the end of a round looks at all of them.
#pragma once

#include <map>
#include <utility>

#include "ir/builder.h"

namespace fencepost::frontend::llvm_ir {

class EventBuilder : public ir::Builder {
  public:
    using ir::Builder::Builder;

    ir::EventId event_count() const { return count_; }

    template <typename... Args>
    ir::EventId read(Args&&... args) {
        return seen(Builder::read(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId write(Args&&... args) {
        return seen(Builder::write(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId lock(Args&&... args) {
        return seen(Builder::lock(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId take(Args&&... args) {
        return seen(Builder::take(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId unlock(Args&&... args) {
        return seen(Builder::unlock(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId fence(Args&&... args) {
        return seen(Builder::fence(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId branch(Args&&... args) {
        return seen(Builder::branch(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId assume(Args&&... args) {
        return seen(Builder::assume(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId assertion(Args&&... args) {
        return seen(Builder::assertion(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId create(Args&&... args) {
        return seen(Builder::create(std::forward<Args>(args)...));
    }
    template <typename... Args>
    ir::EventId end(Args&&... args) {
        return seen(Builder::end(std::forward<Args>(args)...));
    }
    // A fence follows these.
    ir::EventId begin(ir::ThreadId child) {
        const ir::EventId id = Builder::begin(child);
        seen(id + 1);
        return id;
    }
    template <typename... Args>
    ir::EventId join(Args&&... args) {
        const ir::EventId id = Builder::join(std::forward<Args>(args)...);
        seen(id + 1);
        return id;
    }

    void set_completed(ir::ThreadId thread, ir::Expr completed) {
        completed_[thread] = completed;
        Builder::set_completed(thread, completed);
    }
    ir::Expr completed(ir::ThreadId thread) const { return completed_.at(thread); }

  private:
    ir::EventId seen(ir::EventId id) {
        count_ = id + 1;
        return id;
    }

    ir::EventId count_ = 0;
    std::map<ir::ThreadId, ir::Expr> completed_;
};

}  // namespace fencepost::frontend::llvm_ir
