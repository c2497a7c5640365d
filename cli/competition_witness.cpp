// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/competition_witness.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <random>

#include "cli/inputs.h"

namespace fencepost::cli {

namespace {

/// A random one (RFC 4122, version 4).
std::string fresh_uuid() {
    std::random_device random;
    std::array<unsigned, 8> w{};
    for (unsigned& part : w) part = random() & 0xffff;
    w[3] = (w[3] & 0x0fff) | 0x4000;
    w[4] = (w[4] & 0x3fff) | 0x8000;
    return fmt::format("{:04x}{:04x}-{:04x}-{:04x}-{:04x}-{:04x}{:04x}{:04x}", w[0], w[1], w[2],
                       w[3], w[4], w[5], w[6], w[7]);
}

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[32];
    const size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, size};
}

}  // namespace

witness::CompetitionTask competition_task(const Options& options) {
    witness::CompetitionTask task{
        .inputs = {},
        .specification = options.specification
                             ? options.specification->text()
                             : "CHECK( init(main()), LTL(G ! call(reach_error())) )",
        .data_model = options.data_model,
        .version = FENCEPOST_VERSION,
        .model = options.model,
        .uuid = fresh_uuid(),
        .creation_time = now()};
    for (const std::string& input : options.inputs)
        task.inputs.push_back({input, read_file(input)});
    return task;
}

}  // namespace fencepost::cli
