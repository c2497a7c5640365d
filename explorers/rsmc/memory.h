// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Committed accesses by location: the coherence order of each location and who reads what.
//
// A parameter is a *position*: for a read, which write it reads (0 is the initial one, k the
// k-th in coherence order); for a write, how many writes are before it. So the write behind
// position p is co[p-1] and the one after it co[p], for reads and writes alike.
//
// Each thread's accesses of one location are committed in program order. What a thread's
// last access *shows* (the write itself, or the source of the read) is the lowest position
// that coherence leaves to the next one: the patterns coWW, coWR, coRW and coRR of Herding
// Cats are this one comparison.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "explorers/rsmc/bit_row.h"
#include "explorers/rsmc/layout.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
struct Place {
    ir::Location location;
    bool is_inside = true;
    /// The value of initial memory; not valid where initial cells overlap in part.
    Formula initial;
    uint64_t initial_value = 0;
    /// Places that overlap without being this one.
    std::vector<uint32_t> overlaps;

    // Committed accesses.
    std::vector<uint32_t> co;
    Row<Words> accesses, writes, initial_readers;
    /// By thread: the write that the last access shows (none: initial), if `touched`.
    std::vector<uint32_t> shown;
};

template <unsigned Words>
class Memory {
  public:
    explicit Memory(const Layout& layout)
        : layout_(layout),
          index_(layout.accesses.size()),
          source_(layout.accesses.size(), none),
          readers_(layout.accesses.size()) {}

    /// Values of initial memory follow from the inputs.
    void set_inputs(const Leaves& leaves) {
        for (Place<Words>& place : places_)
            if (place.initial.valid()) place.initial_value = place.initial.get(leaves);
    }

    uint32_t place_at(ir::Location location, const Leaves& leaves) {
        const auto [entry, is_new] = number_.try_emplace(location, 0);
        if (is_new) entry->second = add(location, leaves);
        return entry->second;
    }
    uint32_t find(ir::Location location) const {
        const auto it = number_.find(location);
        return it == number_.end() ? none : it->second;
    }

    const Place<Words>& place(uint32_t k) const { return places_[k]; }
    uint32_t position_of(uint32_t write) const { return write == none ? 0 : index_[write] + 1; }
    uint32_t lowest_coherent(uint32_t place, uint32_t thread) const {
        return position_of(places_[place].shown[thread]);
    }
    /// Write that a committed read reads; none: the initial one.
    uint32_t source(uint32_t read) const { return source_[read]; }
    const Row<Words>& readers(uint32_t write) const { return readers_[write]; }
    const Row<Words>& readers(const Place<Words>& place, uint32_t write) const {
        return write == none ? place.initial_readers : readers_[write];
    }

    /// Returns what the thread showed before, for undo.
    uint32_t commit(uint32_t a, uint32_t place, uint32_t p) {
        Place<Words>& here = places_[place];
        here.accesses.set(a);
        uint32_t& shown = here.shown[layout_.accesses[a].thread];
        const uint32_t before = shown;
        if (layout_.accesses[a].is_write) {
            here.co.insert(here.co.begin() + p, a);
            for (uint32_t k = p; k < here.co.size(); ++k) index_[here.co[k]] = k;
            here.writes.set(a);
            readers_[a] = {};
            shown = a;
        } else {
            const uint32_t write = p == 0 ? none : here.co[p - 1];
            source_[a] = write;
            (write == none ? here.initial_readers : readers_[write]).set(a);
            shown = write;
        }
        return before;
    }
    void undo(uint32_t a, uint32_t place, uint32_t shown_before) {
        Place<Words>& here = places_[place];
        here.accesses.clear(a);
        here.shown[layout_.accesses[a].thread] = shown_before;
        if (layout_.accesses[a].is_write) {
            const uint32_t p = index_[a];
            here.co.erase(here.co.begin() + p);
            for (uint32_t k = p; k < here.co.size(); ++k) index_[here.co[k]] = k;
            here.writes.clear(a);
        } else {
            const uint32_t write = source_[a];
            (write == none ? here.initial_readers : readers_[write]).clear(a);
        }
    }

  private:
    uint32_t add(ir::Location location, const Leaves& leaves) {
        const ir::Program& program = layout_.program;
        Place<Words> place;
        place.location = location;
        place.is_inside = program.object_at(location.address, location.size) != nullptr;
        if (const auto initial = program.initial_value(location.address, location.size)) {
            place.initial = layout_.compile(*initial);
            place.initial_value = place.initial.get(leaves);
        }
        place.shown.assign(program.threads().size(), none);
        const auto number = static_cast<uint32_t>(places_.size());
        for (uint32_t k = 0; k < number; ++k) {
            const ir::Location other = places_[k].location;
            if (location.address - other.address < other.size ||
                other.address - location.address < location.size) {
                place.overlaps.push_back(k);
                places_[k].overlaps.push_back(number);
            }
        }
        places_.push_back(std::move(place));
        return number;
    }

    const Layout& layout_;
    std::map<ir::Location, uint32_t> number_;
    std::vector<Place<Words>> places_;
    // By access.
    std::vector<uint32_t> index_, source_;
    std::vector<Row<Words>> readers_;
};

}  // namespace fencepost::explorers::traces
