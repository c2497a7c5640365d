// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Bounds of the base sets and relations; the definitions are those of models/base.h, read as
// "in some execution" and "in every execution in which both ends happen". For fr, coherence
// (if the model has it) says: never to an earlier write of the own thread, always to a later
// one of the same location.
#include "encoders/bounds.h"

namespace fencepost::encoders {

using ir::Event;
using models::BaseRelation;

void Bounds::compute_base_set(models::BaseSet set, Bound& out) {
    out.may.reset(1, frame_.nodes());
    for (uint32_t i = 0; i < frame_.nodes(); ++i) {
        if (frame_.never(i)) continue;
        const bool is_in = frame_.is_initial(i) ? models::contains_initial_writes(set)
                                                : models::contains(set, frame_.program().event(i));
        if (is_in) out.may.set(0, i);
    }
    out.must = out.may;
}

void Bounds::compute_base_relation(BaseRelation relation, Bound& out) {
    out.may.reset(frame_.nodes(), frame_.nodes());
    out.must.reset(frame_.nodes(), frame_.nodes());
    switch (relation) {
        case BaseRelation::Po:
            return compute_po(out);
        case BaseRelation::Addr:
            return compute_dependencies(&Event::addr, false, out);
        case BaseRelation::Data:
            return compute_dependencies(&Event::data, false, out);
        case BaseRelation::Ctrl:
            return compute_dependencies(&Event::ctrl, true, out);
        case BaseRelation::Rmw:
            return compute_dependencies(&Event::rmw, false, out);
        case BaseRelation::Loc:
            return compute_loc(out);
        case BaseRelation::Int:
            return compute_threads(true, out);
        case BaseRelation::Ext:
            return compute_threads(false, out);
        case BaseRelation::Id:
            for (uint32_t i = 0; i < frame_.nodes(); ++i)
                if (!frame_.never(i)) out.may.set(i, i);
            out.must = out.may;
            return;
        case BaseRelation::Rf:
            return compute_rf(out);
        case BaseRelation::Co:
            return compute_co(out);
        case BaseRelation::Fr:
            return compute_fr(out);
    }
}

void Bounds::compute_po(Bound& out) {
    for (const ir::Thread& thread : frame_.program().threads()) {
        for (size_t i = 0; i < thread.events.size(); ++i) {
            const EventId a = thread.events[i];
            if (frame_.never(a)) continue;
            for (size_t j = i + 1; j < thread.events.size(); ++j) {
                const EventId b = thread.events[j];
                if (!frame_.never(b) && !frame_.excludes(a, b)) out.may.set(a, b);
            }
        }
    }
    out.must = out.may;
}

void Bounds::compute_dependencies(ir::DepSet Event::* kind, bool is_control, Bound& out) {
    const ir::Program& program = frame_.program();
    for (EventId e = 0; e < frame_.events(); ++e) {
        const ir::DepSet set = program.event(e).*kind;
        if (set.empty() || frame_.never(e)) continue;
        for (const ir::Dependency& d : program.deps().get(set)) {
            if (frame_.never(d.read) || program.exprs().is_false(d.guard)) continue;
            const bool is_sure = program.exprs().is_true(d.guard);
            if (!is_control) {
                if (frame_.excludes(d.read, e)) continue;
                out.may.set(d.read, e);
                if (is_sure) out.must.set(d.read, e);
                continue;
            }
            const auto& events = program.threads()[program.event(e).thread].events;
            for (size_t i = program.event(e).position + 1; i < events.size(); ++i) {
                const EventId to = events[i];
                if (frame_.never(to) || frame_.excludes(d.read, to) || frame_.excludes(e, to))
                    continue;
                out.may.set(d.read, to);
                if (is_sure && (frame_.implies(d.read, e) || frame_.implies(to, e)))
                    out.must.set(d.read, to);
            }
        }
    }
}

void Bounds::compute_loc(Bound& out) {
    for (EventId i = 0; i < frame_.events(); ++i) {
        frame_.may_alias().for_each(i, [&](uint32_t j) { out.may.set(i, j); });
        frame_.must_alias().for_each(i, [&](uint32_t j) { out.must.set(i, j); });
    }
    for (uint32_t k = frame_.events(); k < frame_.nodes(); ++k) {
        out.may.set(k, k);
        out.must.set(k, k);
        const ir::Location& location = frame_.location(k);
        for (EventId e = 0; e < frame_.events(); ++e) {
            const Event& event = frame_.program().event(e);
            if (!event.is_access() || frame_.never(e) || event.size != location.size ||
                !may_meet(frame_.addresses(e), std::vector<uint64_t>{location.address}))
                continue;
            out.may.set(k, e);
            out.may.set(e, k);
            if (!frame_.has_constant_address(e)) continue;
            out.must.set(k, e);
            out.must.set(e, k);
        }
    }
}

void Bounds::compute_threads(bool same, Bound& out) {
    const auto thread = [&](uint32_t i) {
        return frame_.is_initial(i) ? ir::no_thread : frame_.program().event(i).thread;
    };
    for (uint32_t i = 0; i < frame_.nodes(); ++i) {
        for (uint32_t j = 0; j < frame_.nodes(); ++j) {
            if (frame_.never(i) || frame_.never(j)) continue;
            const bool both_initial = frame_.is_initial(i) && frame_.is_initial(j);
            if (!both_initial && (thread(i) == thread(j)) == same) out.may.set(i, j);
        }
    }
    out.must = out.may;
}

void Bounds::compute_rf(Bound& out) {
    for (EventId r : frame_.reads()) {
        const Sources& sources = frame_.sources(r);
        for (EventId w : sources.writes) out.may.set(w, r);
        if (sources.writes.size() == 1 && !sources.initial) out.must.set(sources.writes[0], r);
        if (!sources.initial) continue;
        const Event& event = frame_.program().event(r);
        for (uint32_t k = frame_.events(); k < frame_.nodes(); ++k) {
            const ir::Location& location = frame_.location(k);
            if (location.size != event.size ||
                !may_meet(frame_.addresses(r), std::vector<uint64_t>{location.address}))
                continue;
            out.may.set(k, r);
            if (sources.writes.empty() && frame_.has_constant_address(r)) out.must.set(k, r);
        }
    }
}

void Bounds::compute_co(Bound& out) {
    for (EventId a : frame_.writes()) {
        frame_.may_co().for_each(a, [&](uint32_t b) { out.may.set(a, b); });
        frame_.must_co().for_each(a, [&](uint32_t b) { out.must.set(a, b); });
        for (uint32_t k = frame_.events(); k < frame_.nodes(); ++k) {
            const ir::Location& location = frame_.location(k);
            if (location.size != frame_.program().event(a).size ||
                !may_meet(frame_.addresses(a), std::vector<uint64_t>{location.address}))
                continue;
            out.may.set(k, a);
            if (frame_.has_constant_address(a)) out.must.set(k, a);
        }
    }
}

void Bounds::compute_fr(Bound& out) {
    const bool coherent = plan_.is_coherent();
    for (EventId r : frame_.reads()) {
        const Sources& sources = frame_.sources(r);
        for (EventId w : frame_.writes()) {
            if (!frame_.may_alias().get(r, w) || (coherent && frame_.is_before(w, r))) continue;
            bool may = sources.initial;
            for (EventId source : sources.writes)
                may = may || (source != w && frame_.may_co().get(source, w));
            if (!may) continue;
            out.may.set(r, w);
            const bool is_only_initial = sources.initial && sources.writes.empty();
            if (frame_.must_alias().get(r, w) &&
                (is_only_initial || (coherent && frame_.is_before(r, w))))
                out.must.set(r, w);
        }
    }
}

}  // namespace fencepost::encoders
