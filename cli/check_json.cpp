// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What `check` says to machines. The object is a contract: docs/check.schema.json describes it, and
// a test compares.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "cli/check_result.h"
#include "ir/race.h"
#include "witness/picture.h"
#include "witness/text.h"

namespace fencepost::cli {

namespace {

using Json = nlohmann::ordered_json;

uint64_t count(const ir::Program& program, bool (ir::Event::*is)() const) {
    uint64_t n = 0;
    for (const ir::Event& e : program.events()) n += (e.*is)();
    return n;
}

Json engines(const CheckResult& r) {
    Json list = Json::array();
    for (const portfolio::Entry& entry : r.entries) {
        const bool decided = entry.verdict != ir::Verdict::Unknown;
        Json row = {{"name", entry.engine},
                    {"status", name(entry.status)},
                    {"verdict", decided ? Json(name(entry.verdict)) : Json(nullptr)},
                    {"seconds", entry.seconds}};
        if (!entry.reason.empty()) row["reason"] = entry.reason;
        list.push_back(std::move(row));
    }
    return list;
}

Json object_of(const CheckResult& r) {
    const bool unknown = r.answer.verdict == ir::Verdict::Unknown;
    struct rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    Json stats = nullptr;
    if (r.program) {
        stats = {{"threads", r.program->threads().size()},
                 {"events", r.program->events().size()},
                 {"reads", count(*r.program, &ir::Event::is_read)},
                 {"writes", count(*r.program, &ir::Event::is_write)},
                 {"traces", r.answer.executions},
                 {"blocked", r.answer.blocked}};
        for (const auto& [figure, value] : r.answer.stats)
            if (!stats.contains(figure)) stats[figure] = value;
    }
    Json object = {
        {"tool", "fencepost"},
        {"version", FENCEPOST_VERSION},
        {"input", r.input},
        {"model", r.model},
        {"property", r.property},
        {"verdict", name(r.answer.verdict)},
        {"complete", r.complete},
        {"bound", r.bound},
        {"reason", unknown ? Json(r.answer.reason) : Json(nullptr)},
        {"engine", r.engine.empty() ? Json(nullptr) : Json(r.engine)},
        {"engines", engines(r)},
        {"seconds", r.seconds},
        {"peak_memory_mb", usage.ru_maxrss / 1024},
        {"stats", stats},
        {"witness", nullptr},
    };
    if (r.answer.verdict == ir::Verdict::Violated && r.answer.witness)
        object["witness"] = Json::parse(witness::to_json(*r.program, *r.answer.witness));
    Json notes = Json::array();
    for (const std::string& note : r.notes) notes.push_back(note);
    if (r.vacuous) notes.push_back("no execution ends within the bound");
    if (r.program && !r.complete && r.answer.verdict == ir::Verdict::Holds)
        for (const std::string& line : cuts(*r.program)) notes.push_back("cut: " + line);
    object["notes"] = notes;
    return object;
}

Json short_object(const CheckResult& r) {
    Json object = {{"property", r.property},
                   {"verdict", name(r.answer.verdict)},
                   {"complete", r.complete},
                   {"bound", r.bound},
                   {"reason", r.answer.reason.empty() ? Json(nullptr) : Json(r.answer.reason)},
                   {"failure", nullptr},
                   {"message", nullptr},
                   {"at", nullptr},
                   {"engine", r.engine.empty() ? Json(nullptr) : Json(r.engine)},
                   {"seconds", r.seconds}};
    if (const ir::Event* failed = failed_assertion(r)) {
        object["failure"] = ir::name(failed->failure);
        object["message"] = witness::describe_failure(*r.program, *failed);
        object["at"] = r.program->describe(failed->location);
    } else if (r.answer.verdict == ir::Verdict::Violated && r.program->condition()) {
        object["message"] = r.program->condition()->text;
    } else if (r.answer.verdict == ir::Verdict::Violated && r.program->forbids_races()) {
        const auto race = ir::find_race(*r.program, *r.answer.witness);
        object["failure"] = r.property;
        object["at"] = r.program->describe(r.program->event(race->first).location);
        object["message"] =
            "data race with " + r.program->describe(r.program->event(race->second).location);
    }
    return object;
}

/// That of the decisive result, with a short one for each property.
Json object_of(const std::vector<CheckResult>& results) {
    Json object = object_of(decisive(results));
    object["violated_property"] = nullptr;
    const CheckResult& said = decisive(results);
    if (const ir::Event* failed = failed_assertion(said))
        object["violated_property"] = ir::competition_name(failed->failure);
    else if (const auto property = ir::find_property(said.property);
             property && said.answer.verdict == ir::Verdict::Violated)
        object["violated_property"] = ir::competition_name(*property);
    object["properties"] = Json::array();
    for (const CheckResult& result : results) object["properties"].push_back(short_object(result));
    return object;
}

}  // namespace

std::string properties_to_json(const std::vector<CheckResult>& results) {
    return object_of(results).dump(1) + "\n";
}

std::string to_json(const std::vector<CheckResult>& results) {
    Json object = {{"tool", "fencepost"},
                   {"version", FENCEPOST_VERSION},
                   {"input", results.front().input},
                   {"first_violated", nullptr},
                   {"models", Json::array()}};
    for (const CheckResult& result : results) {
        object["models"].push_back(object_of(std::vector{result}));
        if (object["first_violated"].is_null() && result.answer.verdict == ir::Verdict::Violated)
            object["first_violated"] = result.model;
    }
    return object.dump(1) + "\n";
}

}  // namespace fencepost::cli
