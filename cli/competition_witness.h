// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include "cli/options.h"
#include "witness/competition.h"

namespace fencepost::cli {

/// What a competition witness says about the task: the files and their hashes, the property,
/// the data model, when and by whom it was made. Throws ir::InputError when a file is gone.
witness::CompetitionTask competition_task(const Options& options);

}  // namespace fencepost::cli
