// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/summary.h"

#include <fmt/format.h>

namespace fencepost::cli::batch {

Summary summarize(const std::vector<Row>& rows) {
    Summary s;
    s.tasks = rows.size();
    for (const Row& row : rows) {
        const bool holds = row.verdict == "holds";
        switch (outcome(row)) {
            case Outcome::Right:
                ++(holds ? s.right_holds : s.right_violated);
                break;
            case Outcome::Wrong:
                ++(holds ? s.wrong_holds : s.wrong_violated);
                break;
            case Outcome::Unchecked:
                ++s.unchecked;
                break;
            case Outcome::Unknown:
                ++s.unknown[row.kind.empty() ? "no reason" : row.kind];
                break;
        }
        s.score += score(row);
        s.best_score += best_score(row);
        s.seconds += row.seconds;
        s.cpu_seconds += row.cpu_seconds;
    }
    return s;
}

std::string to_text(const Summary& s) {
    std::string text = fmt::format("tasks       {:8}\nsolved      {:8}\n", s.tasks, s.solved());
    text += fmt::format("  right     {:8}  (holds {}, violated {})\n", s.right(), s.right_holds,
                        s.right_violated);
    text += fmt::format("  wrong     {:8}  (holds {}, violated {})\n", s.wrong(), s.wrong_holds,
                        s.wrong_violated);
    if (s.unchecked > 0)
        text += fmt::format("  unchecked {:8}  (no verdict was expected)\n", s.unchecked);
    text += fmt::format("unknown     {:8}\n", s.tasks - s.solved());
    for (const auto& [kind, count] : s.unknown) text += fmt::format("  {:20} {:4}\n", kind, count);
    if (s.best_score > 0) text += fmt::format("score       {:8}  of {}\n", s.score, s.best_score);
    return text + fmt::format("time        {:8.1f} s in workers, {:.1f} s CPU\n", s.seconds,
                              s.cpu_seconds);
}

}  // namespace fencepost::cli::batch
