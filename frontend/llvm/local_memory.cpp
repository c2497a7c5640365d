// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Little-endian. A load that is not exactly one cell is assembled from pieces, lowest
// first; a store first cuts what it covers in part. Where paths meet, the cells of all
// sides are made to agree (cells that overlap differently are cut into bytes there), then
// each is merged as a register is.
#include "frontend/llvm/local_memory.h"

#include <set>

namespace fencepost::frontend::llvm_ir {

namespace {

/// Bytes [from, to) of a cell.
Value piece(const Pools& pools, const Content::Cell& cell, uint64_t from, uint64_t to) {
    if (!cell.value.expr.valid()) return cell.value;
    return {pools.exprs.extract(cell.value.expr, static_cast<unsigned>(8 * from),
                                static_cast<unsigned>(8 * (to - from))),
            cell.value.deps};
}

const Content zero_content;

}  // namespace

Value load(const Pools& pools, const Content& content, uint64_t offset, unsigned size) {
    const auto exact = content.cells.find(offset);
    if (exact != content.cells.end() && exact->second.size == size) return exact->second.value;
    Value result;
    bool undefined = false;
    const uint64_t end = offset + size;
    auto at = content.cells.upper_bound(offset);
    if (at != content.cells.begin()) --at;
    for (uint64_t from = offset; from < end;) {
        while (at != content.cells.end() && at->first + at->second.size <= from) ++at;
        const bool inside = at != content.cells.end() && at->first <= from;
        uint64_t to = end;
        if (inside) to = std::min(end, at->first + at->second.size);
        if (!inside && at != content.cells.end()) to = std::min(end, at->first);
        Value part;
        if (inside)
            part = piece(pools, at->second, from - at->first, to - at->first);
        else if (content.zero)
            part.expr = pools.exprs.constant(static_cast<unsigned>(8 * (to - from)), 0);
        undefined = undefined || !part.expr.valid();
        if (!undefined)
            result.expr =
                result.expr.valid() ? pools.exprs.concat(part.expr, result.expr) : part.expr;
        result.deps = pools.unite(result.deps, part.deps);
        from = to;
    }
    if (undefined) result.expr = {};
    return result;
}

void store(const Pools& pools, Content& content, uint64_t offset, unsigned size, Value value) {
    const uint64_t end = offset + size;
    auto at = content.cells.upper_bound(offset);
    if (at != content.cells.begin()) --at;
    while (at != content.cells.end() && at->first < end) {
        const uint64_t start = at->first;
        const Content::Cell cell = at->second;
        if (start + cell.size <= offset) {
            ++at;
            continue;
        }
        at = content.cells.erase(at);
        if (start < offset)
            content.cells[start] = {static_cast<uint8_t>(offset - start),
                                    piece(pools, cell, 0, offset - start)};
        if (start + cell.size > end)
            content.cells[end] = {static_cast<uint8_t>(start + cell.size - end),
                                  piece(pools, cell, end - start, cell.size)};
    }
    content.cells[offset] = {static_cast<uint8_t>(size), value};
}

LocalMemory::Objects& LocalMemory::own() {
    if (!objects_)
        objects_ = std::make_shared<Objects>();
    else if (objects_.use_count() > 1)
        objects_ = std::make_shared<Objects>(*objects_);
    return *objects_;
}

void LocalMemory::allocate(uint32_t object, Content content) {
    own()[object] = std::make_shared<const Content>(std::move(content));
}

const Content* LocalMemory::find(uint32_t object) const {
    if (!objects_) return nullptr;
    const auto found = objects_->find(object);
    return found == objects_->end() ? nullptr : found->second.get();
}

Value LocalMemory::load(const Pools& pools, uint32_t object, uint64_t offset, unsigned size) const {
    const Content* content = find(object);
    return llvm_ir::load(pools, content != nullptr ? *content : zero_content, offset, size);
}

void LocalMemory::store(const Pools& pools, uint32_t object, uint64_t offset, unsigned size,
                        Value value) {
    const Content* old = find(object);
    auto content = std::make_shared<Content>(old != nullptr ? *old : zero_content);
    llvm_ir::store(pools, *content, offset, size, value);
    own()[object] = std::move(content);
}

bool LocalMemory::operator==(const LocalMemory& other) const {
    if (objects_ == other.objects_) return true;
    if (!objects_ || !other.objects_ || objects_->size() != other.objects_->size()) return false;
    for (auto a = objects_->begin(), b = other.objects_->begin(); a != objects_->end(); ++a, ++b)
        if (a->first != b->first || (a->second != b->second && *a->second != *b->second))
            return false;
    return true;
}

namespace {

/// The cells at which all sides can be read: their common refinement.
std::map<uint64_t, uint8_t> refine(const std::vector<const Content*>& sides) {
    std::map<uint64_t, uint8_t> cells;
    std::set<uint64_t> bytes;
    for (const Content* side : sides)
        for (const auto& [offset, cell] : side->cells) {
            const auto found = cells.find(offset);
            const auto next = cells.upper_bound(offset);
            const bool clash_left = next != cells.begin() && std::prev(next)->first < offset &&
                                    std::prev(next)->first + std::prev(next)->second > offset;
            const bool clash = (found != cells.end() && found->second != cell.size) || clash_left ||
                               (next != cells.end() && next->first < offset + cell.size);
            if (!clash) {
                cells[offset] = cell.size;
                continue;
            }
            uint64_t from = offset, to = offset + cell.size;
            for (auto at = cells.begin(); at != cells.end();) {
                if (at->first < to && at->first + at->second > from) {
                    from = std::min(from, at->first);
                    to = std::max(to, at->first + at->second);
                    at = cells.erase(at);
                } else {
                    ++at;
                }
            }
            for (uint64_t byte = from; byte < to; ++byte) cells[byte] = 1;
        }
    return cells;
}

std::shared_ptr<const Content> merge_contents(const Pools& pools,
                                              const std::vector<const Content*>& sides,
                                              const std::vector<ir::Expr>& conditions) {
    auto merged = std::make_shared<Content>();
    merged->zero = sides.front()->zero;
    for (const auto& [offset, size] : refine(sides)) {
        std::vector<Alternative> alternatives;
        for (size_t i = 0; i < sides.size(); ++i)
            alternatives.push_back({load(pools, *sides[i], offset, size), conditions[i]});
        merged->cells[offset] = {size, merge(pools, alternatives)};
    }
    return merged;
}

}  // namespace

LocalMemory LocalMemory::merge(const Pools& pools, const std::vector<const LocalMemory*>& sides,
                               const std::vector<ir::Expr>& conditions) {
    bool same = true;
    for (const LocalMemory* side : sides) same = same && side->objects_ == sides[0]->objects_;
    if (same) return *sides[0];
    std::set<uint32_t> ids;
    for (const LocalMemory* side : sides)
        if (side->objects_)
            for (const auto& entry : *side->objects_) ids.insert(entry.first);
    LocalMemory result;
    result.objects_ = std::make_shared<Objects>();
    for (const uint32_t id : ids) {
        // A side that does not have the object never allocated it: it cannot mention it.
        std::vector<const Content*> contents;
        std::vector<ir::Expr> present;
        std::shared_ptr<const Content> some;
        bool equal = true;
        for (size_t i = 0; i < sides.size(); ++i) {
            if (!sides[i]->contains(id)) continue;
            const auto& content = sides[i]->objects_->at(id);
            equal = equal && (!some || some == content || *some == *content);
            some = content;
            contents.push_back(content.get());
            present.push_back(conditions[i]);
        }
        (*result.objects_)[id] = equal ? some : merge_contents(pools, contents, present);
    }
    return result;
}

}  // namespace fencepost::frontend::llvm_ir
