// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The parts of `batch` that need no process: rows, scores, summary, shards, bar, plots.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/batch/plots.h"
#include "cli/batch/progress.h"
#include "cli/batch/row.h"
#include "cli/batch/runner.h"
#include "cli/batch/summary.h"
#include "cli/batch/tasks.h"
#include "ir/errors.h"

using namespace fencepost;
using namespace fencepost::cli::batch;
using Catch::Matchers::ContainsSubstring;

namespace {

Row make(const char* verdict, bool complete, const char* expected) {
    Row row;
    row.id = row.name = std::string(verdict) + expected;
    row.config = "sc";
    row.verdict = verdict;
    row.complete = complete;
    row.expected = expected;
    row.seconds = 0.5;
    return row;
}

}  // namespace

TEST_CASE("the competition's score", "[cli][batch]") {
    struct Case {
        const char* verdict;
        bool complete;
        const char* expected;
        Outcome outcome;
        int score;
    };
    const Case cases[] = {
        {"holds", true, "holds", Outcome::Right, 2},
        {"violated", false, "violated", Outcome::Right, 1},
        {"holds", true, "violated", Outcome::Wrong, -32},
        {"violated", false, "holds", Outcome::Wrong, -16},
        {"holds", false, "holds", Outcome::Unknown, 0},
        {"holds", false, "violated", Outcome::Unknown, 0},
        {"unknown", false, "holds", Outcome::Unknown, 0},
        {"error", false, "holds", Outcome::Unknown, 0},
        {"holds", true, "", Outcome::Unchecked, 0},
    };
    for (const Case& c : cases) {
        const Row row = make(c.verdict, c.complete, c.expected);
        CAPTURE(c.verdict, c.complete, c.expected);
        CHECK(outcome(row) == c.outcome);
        CHECK(score(row) == c.score);
    }
}

TEST_CASE("another part than expected is wrong", "[cli][batch]") {
    Row row = make("violated", false, "violated");
    row.expected_part = "valid-deref";
    row.part = "valid-free";
    CHECK(outcome(row) == Outcome::Wrong);
    row.part = "valid-deref";
    CHECK(outcome(row) == Outcome::Right);
}

TEST_CASE("rows survive JSON", "[cli][batch]") {
    Row row = make("violated", false, "violated");
    row.reason = "a \"reason\", with\na line \xc3\xa9";
    row.index = 7;
    row.traces = 1ull << 40;
    CHECK(from_json(nlohmann::ordered_json::parse(to_json(row).dump())) == row);
    CHECK_THAT(to_csv(row), ContainsSubstring("\"a \"\"reason\"\", with\na line"));
    CHECK_THROWS(from_json(nlohmann::ordered_json::parse("{}")));
}

TEST_CASE("the summary counts every row once", "[cli][batch]") {
    std::vector<Row> rows = {make("holds", true, "holds"), make("violated", false, "violated"),
                             make("holds", true, "violated"), make("holds", true, "")};
    rows.push_back(make("unknown", false, "holds"));
    rows.back().kind = "out of time";
    const Summary s = summarize(rows);
    CHECK(s.solved() == 4);
    CHECK(s.right() == 2);
    CHECK(s.wrong() == 1);
    CHECK(s.unknown.at("out of time") == 1);
    CHECK(s.score == 2 + 1 - 32);
    CHECK(s.best_score == 2 + 1 + 1 + 2);
}

TEST_CASE("shards are a partition", "[cli][batch]") {
    std::vector<Task> tasks(10);
    for (size_t i = 0; i < tasks.size(); ++i) tasks[i].row.index = i;
    std::vector<int> seen(10, 0);
    for (const char* shard : {"1/3", "2/3", "3/3"})
        for (const Task& task : take_shard(tasks, shard)) ++seen[task.row.index];
    CHECK(seen == std::vector<int>(10, 1));
    CHECK(take_shard(tasks, "").size() == 10);
    for (const char* bad : {"0/3", "4/3", "1", "/", "1/", "a/b", "1/3x", "-1/3"}) {
        CAPTURE(bad);
        CHECK_THROWS_AS(take_shard(tasks, bad), ir::InputError);
    }
}

TEST_CASE("the bar says how long it takes", "[cli][batch]") {
    Progress progress(10, 110, true);
    CHECK_THAT(progress.bar(0), ContainsSubstring("10/110"));
    CHECK_THAT(progress.bar(0), !ContainsSubstring("to go"));
    // 50 tasks in 100 seconds, 50 more to come.
    Progress half(0, 100, false);
    for (int i = 0; i < 50; ++i) half.count(make("holds", true, "holds"));
    CHECK_THAT(half.bar(100), ContainsSubstring("to go 1:40"));
    CHECK_THAT(half.bar(100), ContainsSubstring("[############............] 50/100  right 50"));
    CHECK(clock_time(7) == "0:07");
    CHECK(clock_time(12000) == "3:20:00");
}

TEST_CASE("how a process ended says what the row is", "[cli][batch]") {
    const Task task{};
    const auto kind = [&](const Ending& ending) { return to_row(task, ending).kind; };
    CHECK(kind({.exit_code = -1, .signal = 11}) == "crashed");
    CHECK(kind({.exit_code = -1, .signal = 9, .out_of_time = true}) == "out of time");
    CHECK(kind({.exit_code = 6, .out_of_memory = true}) == "out of memory");
    CHECK(kind({.exit_code = 2, .errors = "fencepost: x.c: bad\n"}) == "bad input");
    CHECK(to_row(task, {.exit_code = 2}).verdict == "error");
    CHECK(kind({.exit_code = 0, .output = "nonsense"}) == "crashed");
    const char* const holds = R"({"verdict":"holds","complete":true,"bound":1})";
    CHECK(kind({.exit_code = 0, .output = holds}) == "");
    // Output and exit code that contradict each other are no answer.
    CHECK(kind({.exit_code = 10, .output = holds}) == "crashed");
    CHECK(to_row(task, {.exit_code = 10, .output = holds}).verdict == "unknown");
}

TEST_CASE("plots", "[cli][batch]") {
    std::vector<Row> rows = {make("holds", true, "holds"), make("violated", false, "violated")};
    CHECK_THAT(cactus_plot(rows), ContainsSubstring("sc (2)"));
    CHECK(scatter_plot(rows).empty());
    Row other = rows[0];
    other.config = "<tso>";
    rows.push_back(other);
    CHECK_THAT(scatter_plot(rows), ContainsSubstring("&lt;tso>"));
    CHECK_THAT(cactus_plot(rows), ContainsSubstring("&lt;tso> (1)"));
}
