// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Property files of the software verification competition. What is asked is in the text,
// not in the name of the file: each line that is not blank is one CHECK.
//
//   CHECK( init(main()), LTL(G ! call(reach_error())) )
#pragma once

#include <string>
#include <vector>

namespace fencepost::frontend::svcomp {

struct Check {
    /// The competition's name: unreach-call, no-data-race, no-overflow, valid-free,
    /// valid-deref, valid-memtrack, valid-memcleanup, termination, no-deadlock; empty for a
    /// formula that has none.
    std::string name;
    /// unreach-call: the function.
    std::string function;
    /// The line, without blanks around it.
    std::string text;
};

struct Specification {
    std::vector<Check> checks;

    /// The name of the whole: that of its only check, or valid-memsafety; empty if none.
    std::string name() const;
    /// The lines as they stand in witnesses, one blank between two.
    std::string text() const;
};

/// Throws ir::InputError with the line.
Specification parse_properties(const std::string& text, const std::string& path);

}  // namespace fencepost::frontend::svcomp
