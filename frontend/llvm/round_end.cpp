// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// When all threads are lowered: which objects does each event reach (shared_pointers.cpp)?
// Private objects that an event reaches or that two threads touch are shared from now on.
// If there are none, each shared object is divided into the cells that are accessed as a
// whole, and gets its initial content. Cells that overlap are refused, because tearing and
// combining of accesses is not in the models; only where the program leaves the size to us
// (memcpy) another round tries again with the cells that are known now.
#include "frontend/llvm/round_end.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/llvm/shared_pointers.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

using ir::EventId;

namespace {

class RoundEnd {
  public:
    explicit RoundEnd(Round& round) : round_(round), reach_(round) {}

    bool run() {
        const bool more = find_callees() | promote();
        if (more || !knows_pointers()) return false;
        find_cells();
        if (retry_) return false;
        if (!check_sections()) return false;
        add_objects();
        return true;
    }

  private:
    /// Do the pointers that are called mean functions that were not followed?
    bool find_callees() {
        bool more = false;
        for (const auto& [place, pointers] : round_.indirect)
            for (const ir::Expr pointer : pointers)
                for (const Pointee& p : reach_.value(pointer).list)
                    if (p.object != no_object && round_.objects()[p.object].function != nullptr)
                        more |= round_.knowledge.callees[place].insert(p.object).second;
        return more;
    }

    bool promote() {
        std::set<uint32_t> shared = round_.promoted;
        for (EventId id : reach_.accesses()) {
            const ir::ThreadId thread = round_.builder.event(id).thread;
            for (const Pointee& p : reach_.of(id).list) {
                if (p.object == no_object) continue;
                round_.touched[p.object].insert(thread);
                shared.insert(p.object);
            }
        }
        // A global of one thread is memory all the same, and where dependencies count, order
        // goes through memory in more ways than through registers (po-loc). main only has its
        // set-up there.
        for (const auto& [object, threads] : round_.touched) {
            const bool memory = round_.uses_dependencies() && round_.objects()[object].global &&
                                !threads.contains(0);
            if (threads.size() > 1 || memory) shared.insert(object);
        }
        bool more = false;
        for (uint32_t id : shared) {
            Object& object = round_.objects()[id];
            if (object.shared || object.constant || object.function != nullptr) continue;
            object.shared = true;
            more = true;
        }
        return more;
    }

    /// Memory safety: the checks of this round knew all objects that pointers can mean.
    bool knows_pointers() {
        std::set<uint32_t>& stored = round_.knowledge.stored;
        const size_t known = stored.size();
        for (const auto& [id, values] : reach_.values())
            for (const Pointee& p : values.list)
                if (p.object != no_object) stored.insert(p.object);
        const bool matters =
            round_.property == ir::Property::MemSafety || round_.property == ir::Property::Leak;
        return !matters || (stored.size() == known &&
                            round_.knowledge.freeable.size() == round_.freeable_known);
    }

    ir::Position position(EventId id) const {
        const ir::SourceLocation at = round_.builder.event(id).location;
        if (at.line == 0) return {};
        return {round_.files[at.file], at.line, at.column};
    }

    [[noreturn]] void refuse(EventId id, uint32_t object) const {
        throw ir::Unsupported(position(id),
                              fmt::format("accesses of different sizes to the same bytes of `{}`",
                                          round_.objects()[object].name));
    }

    /// Adds a cell; false if it overlaps another one in part.
    static bool add_cell(CellMap& cells, uint64_t offset, uint8_t size) {
        const auto next = cells.upper_bound(offset);
        if (next != cells.end() && next->first < offset + size) return false;
        if (next != cells.begin()) {
            const auto before = std::prev(next);
            if (before->first == offset) return before->second == size;
            if (before->first + before->second > offset) return false;
        }
        cells.emplace(offset, size);
        return true;
    }

    void find_cells() {
        for (const bool flexible : {false, true})
            for (EventId id : reach_.accesses()) {
                if (round_.flexible.contains(id) != flexible) continue;
                add_cells(id, flexible);
            }
        if (!retry_) return;
        if (cells_ == round_.knowledge.cells) refuse(problem_, problem_object_);
        round_.knowledge.cells = cells_;
    }

    void add_cells(EventId id, bool flexible) {
        const uint8_t size = round_.builder.event(id).size;
        for (const Pointee& p : reach_.of(id).list) {
            if (p.object == no_object) continue;
            for (uint64_t offset : offsets(round_.objects(), p, size)) {
                if (add_cell(cells_[p.object], offset, size)) continue;
                if (!flexible) refuse(id, p.object);
                retry_ = true;
                problem_ = id;
                problem_object_ = p.object;
            }
        }
    }

    /// Atomic sections exclude each other. That is all they need if nobody else accesses
    /// their objects, or if they are a single access or update. False: try again with
    /// sections around the other accesses.
    bool check_sections() {
        std::map<uint32_t, std::set<ir::Expr>> addresses;
        for (const auto& [id, section] : round_.section_of)
            addresses[section].insert(round_.builder.event(id).address);
        std::map<uint32_t, EventId> fragile;
        for (const auto& [id, section] : round_.section_of)
            if (addresses[section].size() > 1)
                for (const Pointee& p : reach_.of(id).list) fragile.emplace(p.object, id);
        if (fragile.empty()) return true;
        const size_t known = round_.knowledge.sectioned.size();
        for (EventId id : reach_.accesses()) {
            if (round_.section_of.contains(id) || after_all_joins(id)) continue;
            for (const Pointee& p : reach_.of(id).list) {
                const auto found = fragile.find(p.object);
                if (found == fragile.end()) continue;
                if (round_.is_sequential() && round_.knowledge.sectioned.insert(p.object).second)
                    continue;
                if (round_.knowledge.sectioned.size() > known) continue;
                throw ir::Unsupported(
                    position(found->second),
                    fmt::format("an atomic section whose object `{}` is also accessed outside of "
                                "atomic sections",
                                round_.objects()[p.object].name));
            }
        }
        return round_.knowledge.sectioned.size() == known;
    }

    bool after_all_joins(EventId id) const {
        const ir::Event& e = round_.builder.event(id);
        if (e.thread != 0) return false;
        size_t joins = 0, threads = 0;
        for (EventId other = 0; other < round_.events(); ++other) {
            const ir::Event& o = round_.builder.event(other);
            threads += o.kind == ir::EventKind::ThreadCreate;
            joins +=
                o.kind == ir::EventKind::ThreadJoin && o.thread == 0 && o.position < e.position;
        }
        return joins == threads;
    }

    void add_objects() {
        std::map<std::string, int> names;
        for (auto& [id, cells] : cells_) {
            const Object& object = round_.objects()[id];
            std::string name = object.name.empty() ? "object" : object.name;
            if (const int n = names[name]++; n > 0) name += fmt::format("#{}", n + 1);
            ir::MemoryObject result{.name = name, .address = object.address, .size = object.size};
            const Content* content = round_.initial.find(id);
            for (const auto& [offset, size] : cells) {
                if (content == nullptr) break;
                const Value value = load(round_.pools, *content, offset, size);
                if (!value.expr.valid() || round_.pools.exprs.is_const(value.expr, 0)) continue;
                result.cells.push_back({static_cast<uint32_t>(offset), size, value.expr});
            }
            round_.builder.add_object(std::move(result));
        }
    }

    Round& round_;
    SharedPointers reach_;
    std::map<uint32_t, CellMap> cells_;
    bool retry_ = false;
    EventId problem_ = ir::no_event;
    uint32_t problem_object_ = no_object;
};

}  // namespace

bool end_round(Round& round) { return RoundEnd(round).run(); }

}  // namespace fencepost::frontend::llvm_ir
