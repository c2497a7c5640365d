// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The witness object of `check --format json`.
#include <nlohmann/json.hpp>

#include "witness/picture.h"
#include "witness/text.h"

namespace fencepost::witness {

using nlohmann::ordered_json;

namespace {

ordered_json place(const ir::Program& program, ir::SourceLocation location) {
    if (location.line == 0) return nullptr;
    ordered_json json = {{"line", location.line}};
    if (location.column > 0) json["column"] = location.column;
    if (location.file < program.files().size()) json["file"] = program.files()[location.file];
    return json;
}

ordered_json source(ir::EventId id) {
    return id == ir::initial_write ? ordered_json("initial") : ordered_json(id);
}

ordered_json event(const ir::Program& program, const ir::Execution& execution, ir::EventId id) {
    const ir::Event& e = program.event(id);
    ordered_json json = {{"id", id},
                         {"thread", e.thread},
                         {"kind", name(e.kind)},
                         {"text", describe_event(program, execution, id)}};
    if (e.is_access()) {
        json["address"] = program.describe_address(execution.address[id]);
        json["size"] = e.size;
    }
    if (e.is_fence()) json["fence"] = name(e.fence);
    if (!e.is_fence()) json["value"] = execution.value[id];
    json["location"] = place(program, e.location);
    return json;
}

}  // namespace

std::string to_json(const ir::Program& program, const ir::Execution& execution) {
    ordered_json json = {{"threads", ordered_json::array()},
                         {"events", ordered_json::array()},
                         {"rf", ordered_json::array()},
                         {"co", ordered_json::array()},
                         {"violated_at", nullptr},
                         {"failure", nullptr},
                         {"message", nullptr}};
    for (const ir::Thread& thread : program.threads()) json["threads"].push_back(thread.name);
    for (ir::EventId id = 0; id < program.events().size(); ++id) {
        if (execution.executed[id] == 0) continue;
        const ir::Event& e = program.event(id);
        json["events"].push_back(event(program, execution, id));
        if (e.is_read()) json["rf"].push_back({{"read", id}, {"from", source(execution.rf[id])}});
        if (e.kind == ir::EventKind::Assert && execution.value[id] == 0 &&
            json["violated_at"].is_null()) {
            json["violated_at"] = place(program, e.location);
            json["failure"] = name(e.failure);
            json["message"] = describe_failure(program, e);
        }
    }
    for (const ir::CoherenceOrder& order : execution.co) {
        if (order.writes.empty()) continue;
        json["co"].push_back({{"location", program.describe_address(order.location.address)},
                              {"writes", order.writes}});
    }
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace fencepost::witness
