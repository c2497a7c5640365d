// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Models from text, in the part of herd's .cat language that the published models need:
//
//   "title"                              comments: (* nested *)  //  #
//   let r = …    let rec r = … and s = …    let f(x,y) = …    let x = … in …
//   acyclic r as name    irreflexive r    empty r    include "file"    show (ignored)
//   r|s  r&s  r\s  r;s  ~r  r+ r* r?  r^-1  [S]  S*T  domain(r)  range(r)  0  {}  _
//   try r with s: s if r mentions an unknown name
//
// Base sets and relations are listed in models/base.h; rfe, po-loc, fencerel, WW… are
// defined in models/library.cpp, where herd's own library files have their stand-ins.
//
//   Model model = parse_model("acyclic po | rf | fr | co as sc", "sc.cat");
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "models/model.h"

namespace fencepost::models {

/// The text of an included file, or nullopt if there is none. Gets the path as seen from
/// where the first file's name is relative to: "dir/b.cat" when dir/a.cat includes "b.cat".
/// Stand-ins of herd's library files (cos.cat, filters.cat…) are taken without asking.
using Loader = std::function<std::optional<std::string>(const std::string& path)>;

/// Without a loader only library files can be included. Throws ir::InputError for a malformed
/// model and ir::Unsupported for parts of the language that we refuse, both with position.
Model parse_model(std::string_view text, std::string file_name, const Loader& loader = {});

}  // namespace fencepost::models
