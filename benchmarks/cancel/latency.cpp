// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How long does an engine take to stop when it is told to? Each engine is started on programs of
// several sizes and stopped after a random while, in whatever phase it is then; the time until it
// returns is the latency.
//
//   fencepost_cancel [RUNS]
//
// prints one row an engine: stops that met it at work, median, 99 % and largest latency in ms.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

#include "ir/builder.h"
#include "models/shipped.h"
#include "portfolio/engine.h"

using namespace fencepost;
using Clock = std::chrono::steady_clock;

namespace {

constexpr unsigned locations = 3;

/// Threads that read and write a few locations, again and again, and then deny a value that
/// could hardly come out: nobody is done with it soon.
ir::Program contended(unsigned threads, unsigned rounds) {
    ir::Builder b("contended", "C");
    ir::ExprPool& exprs = b.exprs();
    for (unsigned i = 0; i < locations; ++i)
        b.add_object({.name = fmt::format("x{}", i), .address = 0x1000 + 16 * i, .size = 4});
    const auto at = [&](unsigned i) {
        return ir::Access{.address = exprs.constant(64, 0x1000 + 16 * (i % locations)), .size = 4};
    };
    for (unsigned t = 0; t < threads; ++t) {
        const ir::ThreadId thread = b.add_thread(fmt::format("P{}", t));
        ir::Expr sum = exprs.constant(32, t);
        ir::DepSet deps;
        for (unsigned r = 0; r < rounds; ++r) {
            const ir::EventId read = b.read(thread, at(t + r));
            sum = exprs.make(ir::Op::Add, sum, b.value_of(read));
            deps = b.deps().unite(exprs, deps, b.deps().single(exprs, read));
            b.write(thread, at(t + r + 1), sum, deps);
        }
        const ir::Expr odd = exprs.make(ir::Op::Eq, sum, exprs.constant(32, 0x77777777));
        b.assertion(thread, {}, exprs.negation(odd), deps, {});
    }
    return std::move(b).finish();
}

/// Milliseconds from the request to the return; negative: it was done before.
double stop_after(const portfolio::Engine& engine, const ir::Program& program,
                  const models::Model& model, std::chrono::microseconds delay) {
    std::stop_source stop;
    Clock::time_point returned;
    std::jthread worker([&] {
        portfolio::run(engine, program, model, {}, {.stop = stop.get_token()});
        returned = Clock::now();
    });
    std::this_thread::sleep_for(delay);
    const Clock::time_point asked = Clock::now();
    stop.request_stop();
    worker.join();
    return std::chrono::duration<double, std::milli>(returned - asked).count();
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::atoi(argv[1]) : 100;
    const models::Model model = models::load_model("power");
    std::vector<ir::Program> programs;
    for (unsigned rounds : {4u, 12u, 40u, 120u}) programs.push_back(contended(3, rounds));
    fmt::print("{:10} {:>6} {:>9} {:>9} {:>9}\n", "engine", "stops", "median", "99 %", "largest");
    std::mt19937 random(1);
    for (const portfolio::Engine& engine : portfolio::engines()) {
        std::vector<double> latencies;
        for (int i = 0; i < runs; ++i) {
            const ir::Program& program = programs[static_cast<size_t>(i) % programs.size()];
            const std::chrono::microseconds delay(random() % 400'000);
            const double latency = stop_after(engine, program, model, delay);
            if (latency > 0) latencies.push_back(latency);
        }
        if (latencies.empty()) continue;
        std::sort(latencies.begin(), latencies.end());
        const auto at = [&](double share) {
            return latencies[static_cast<size_t>(share *
                                                 static_cast<double>(latencies.size() - 1))];
        };
        fmt::print("{:10} {:6} {:9.2f} {:9.2f} {:9.2f}\n", engine.name, latencies.size(), at(0.5),
                   at(0.99), at(1));
    }
}
