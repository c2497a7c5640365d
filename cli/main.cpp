// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/commands.h"

int main(int argc, char** argv) { return fencepost::cli::run(argc, argv); }
