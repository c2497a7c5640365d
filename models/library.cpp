// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The library of models/library.h. herd's cos.cat *generates* coherence orders with
// constructs that make sense only inside an enumerator; here co and fr are given, so little
// is left of it. The rest is our own text of definitions everybody agrees on.
#include "models/library.h"

#include <iterator>
#include <utility>

namespace fencepost::models {

namespace {

constexpr std::string_view prelude = R"cat("prelude"
let po-loc = po & loc
let rfe = rf & ext
let rfi = rf & int
let coe = co & ext
let coi = co & int
let fre = fr & ext
let fri = fr & int

let AT = X
let RMW = domain(rmw) | range(rmw)
let emptyset = domain(0)
// Parts of one access; ours are never split.
let sm = [M]

let toid(S) = [S]
// a before b with a fence of the given kind between them.
let fencerel(S) = (po & (_ * S)) ; po
// A control dependency that reaches a fence of the given kind, then anything after it.
let ctrlcfence(c, S) = (c & (_ * S)) ; po
let noid(r) = r \ id

let WW(r) = r & (W * W)
let WR(r) = r & (W * R)
let WM(r) = r & (W * M)
let RW(r) = r & (R * W)
let RR(r) = r & (R * R)
let RM(r) = r & (R * M)
let MW(r) = r & (M * W)
let MR(r) = r & (M * R)
let MM(r) = r & (M * M)
// A: exclusive or locked accesses, P: plain ones.
let AA(r) = r & (X * X)
let AP(r) = r & (X * (M \ X))
let PA(r) = r & ((M \ X) * X)
let PP(r) = r & ((M \ X) * (M \ X))
let AM(r) = r & (X * M)
let MA(r) = r & (M * X)
)cat";

constexpr std::string_view nothing = "";

constexpr std::string_view coherence = "let invrf = rf^-1";

constexpr std::string_view filters = R"cat(
let A = X
let P = M \ X
let invrf = rf^-1
let atom = [X]
)cat";

constexpr std::string_view x86_fences = R"cat(
let mfence = fencerel(MFENCE)
let lfence = fencerel(LFENCE)
let sfence = fencerel(SFENCE)
)cat";

constexpr std::string_view ppc_fences = R"cat(
let sync = fencerel(SYNC)
let lwsync = fencerel(LWSYNC)
let eieio = fencerel(EIEIO)
let isync = fencerel(ISYNC)
let ctrlisync = ctrlcfence(ctrl, ISYNC)
)cat";

constexpr std::string_view all_fences = R"cat(
include "x86fences.cat"
include "ppcfences.cat"
)cat";

constexpr std::pair<std::string_view, std::string_view> files[] = {
    {"stdlib.cat", nothing},    {"cross.cat", nothing},        {"cos.cat", coherence},
    {"cos-opt.cat", coherence}, {"cos-ok-opt.cat", coherence}, {"cos-no-opt.cat", coherence},
    {"filters.cat", filters},   {"x86fences.cat", x86_fences}, {"ppcfences.cat", ppc_fences},
    {"fences.cat", all_fences},
};

}  // namespace

std::string_view prelude_text() { return prelude; }

const std::string_view* find_library_file(std::string_view name) {
    for (const auto& file : files)
        if (file.first == name) return &file.second;
    return nullptr;
}

}  // namespace fencepost::models
