// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "witness/competition.h"

#include <yaml-cpp/yaml.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "explorers/enumerate/enumerate.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "witness/sha256.h"
#include "witness/story.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;
using witness::StepKind;

namespace {

/// Two threads add 1 to a counter, main finds 1 in the end.
const char* const lost_update = R"(program "lost" "C"
file "lost.c"
input "__VERIFIER_nondet_int:6" 8
object "thread:inc#1" at 0xf000000000000010 size 16
object "thread:inc#2" at 0xf000000000000020 size 16
object counter at 0x110000000 size 4
let %0 = (eq e12:32 2:32)
thread 0 "main"
  e0: create 1 &"thread:inc#1"/8 = 1:64 @0:3:3
  e1: create 2 &"thread:inc#2"/8 = 1:64 @0:4:3
  e10: join 1 &"thread:inc#1"+8/8 @0:5:3
  e11: join 2 &"thread:inc#2"+8/8 @0:5:3
  e12: read &counter/4 @0:6:7
  e13: assert = (or %0 (eq in0:8 0:8)) @0:7:3
thread 1 "inc#1"
  e2: begin 1 &"thread:inc#1"/8 @0:3:3
  e3: read &counter/4 @0:1:20
  e4: write &counter/4 = (add e3:32 1:32) @0:1:30
  e5: end 1 &"thread:inc#1"+8/8 = 0:64 @0:3:3
thread 2 "inc#2"
  e6: begin 2 &"thread:inc#2"/8 @0:4:3
  e7: read &counter/4 @0:1:20
  e8: write &counter/4 = (add e7:32 1:32) @0:1:30
  e9: end 2 &"thread:inc#2"+8/8 = 0:64 @0:4:3
)";

/// Store buffering: the assertion fails iff both reads saw 0.
const char* const store_buffering = R"(program "sb" "C"
file "sb.c"
object x at 0x10 size 4
object y at 0x20 size 4
object z at 0x30 size 4
init &z+0/4 = 7:32
thread 0 "a"
  e0: write &x/4 = 1:32 @0:1:1
  e1: read &y/4 @0:2:1
  e2: write &z/4 = e1:32 @0:3:1
thread 1 "b"
  e3: write &y/4 = 1:32 @0:4:1
  e4: read &x/4 @0:5:1
  e5: read &z/4 @0:6:1
  e6: assert = (not (and (eq e4:32 0:32) (eq e5:32 0:32))) @0:7:1
)";

struct Found {
    ir::Program program;
    ir::Execution execution;
};

Found find(const std::string& text, const char* model) {
    ir::Program program = ir::parse_text(text, "test.ir");
    const ir::Answer answer = explorers::enumerate(program, models::load_model(model), {}, {});
    REQUIRE(answer.witness);
    return {std::move(program), *answer.witness};
}

witness::CompetitionTask task() {
    return {.inputs = {{"lost.c",
                        "void inc() {\n{\n  pthread_create(&a, 0, inc, 0);\n"
                        "  pthread_create(&b, 0, inc, (void *)0);\n  join;\n"
                        "  if (counter == nondet()) f(__VERIFIER_nondet_int());\n"}},
            .specification = "CHECK( init(main()), LTL(G ! call(reach_error())) )",
            .data_model = "ILP32",
            .version = "1.2",
            .model = "sc",
            .uuid = "5f0a1c2e-7d1b-4a53-9c0e-2f6b8a9d1e77",
            .creation_time = "2026-01-02T03:04:05Z"};
}

}  // namespace

TEST_CASE("SHA-256 of the standard's examples", "[witness][sha256]") {
    CHECK(witness::sha256("") ==
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(witness::sha256("abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(witness::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(witness::sha256(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a story is a run that ends in the failure", "[witness][story]") {
    const Found f = find(lost_update, "sc");
    const witness::Story story = witness::tell(f.program, f.execution);
    CHECK(story.sequential);
    REQUIRE(story.steps.size() >= 5);
    CHECK(story.steps[0].kind == StepKind::Create);
    CHECK(story.steps[0].created == 1);
    CHECK(story.steps[0].function == "inc");
    CHECK(story.steps.back().kind == StepKind::Target);
    CHECK(story.steps.back().location.line == 7);
    // Both threads read 0 before the second write.
    int reads = 0;
    for (const witness::Step& step : story.steps) reads += step.fact == "counter == 0";
    CHECK(reads == 2);
}

TEST_CASE("the YAML witness is of format 2.2", "[witness][competition]") {
    const Found f = find(lost_update, "sc");
    const YAML::Node root = YAML::Load(witness::to_yaml(f.program, f.execution, task()));
    REQUIRE(root.size() == 1);
    CHECK(root[0]["entry_type"].Scalar() == "violation_sequence");
    const YAML::Node metadata = root[0]["metadata"];
    CHECK(metadata["format_version"].Scalar() == "2.2");
    CHECK(metadata["task"]["data_model"].Scalar() == "ILP32");
    CHECK(metadata["task"]["specification"].Scalar() == task().specification);
    CHECK(metadata["task"]["input_file_hashes"]["lost.c"].Scalar() ==
          witness::sha256(task().inputs[0].text));
    const YAML::Node content = root[0]["content"];
    uint32_t threads = 0;
    for (size_t i = 0; i < content.size(); ++i) {
        REQUIRE(content[i]["segment"].size() == 1);
        const YAML::Node point = content[i]["segment"][0]["waypoint"];
        const std::string type = point["type"].Scalar();
        CHECK(point["action"].Scalar() == "follow");
        CHECK((type == "target") == (i + 1 == content.size()));
        CHECK(point["thread_id"].as<uint32_t>() <= threads);
        CHECK((type == "target" || type == "function_enter") == !point["constraint"].IsDefined());
        threads += type == "function_enter";
        if (type == "function_return") {
            CHECK(point["constraint"]["format"].Scalar() == "acsl_expression");
            CHECK_THAT(point["constraint"]["value"].Scalar(), ContainsSubstring("\\result == "));
            CHECK(point["location"]["column"].as<int>() == 52);
        }
    }
    CHECK(threads == 2);
    CHECK(content[0]["segment"][0]["waypoint"]["location"]["column"].as<int>() == 31);
    CHECK(content[1]["segment"][0]["waypoint"]["location"]["column"].as<int>() == 39);
}

TEST_CASE("the GraphML witness is a path", "[witness][competition]") {
    const Found f = find(lost_update, "sc");
    const std::string text = witness::to_graphml(f.program, f.execution, task());
    for (const char* part :
         {"<data key=\"witness-type\">violation_witness</data>",
          "<data key=\"architecture\">32bit</data>", "<data key=\"createThread\">2</data>",
          "<data key=\"enterFunction\">inc</data>", "<data key=\"assumption\">counter == 0;</data>",
          "<data key=\"assumption.resultfunction\">__VERIFIER_nondet_int</data>",
          "<data key=\"entry\">true</data>", "<data key=\"violation\">true</data>"})
        CHECK_THAT(text, ContainsSubstring(part));
    CHECK_THAT(text, ContainsSubstring(witness::sha256(task().inputs[0].text)));
}

TEST_CASE("an execution that is no interleaving says so", "[witness][competition]") {
    const Found f = find(store_buffering, "tso");
    CHECK_FALSE(witness::tell(f.program, f.execution).sequential);
    auto where = task();
    where.model = "tso";
    CHECK_THAT(witness::to_yaml(f.program, f.execution, where), ContainsSubstring("# Needs tso"));
    CHECK_THAT(witness::to_graphml(f.program, f.execution, where),
               ContainsSubstring("<!-- Needs tso"));
}
