// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// errno is one word a thread.
static _Thread_local int error;

int* __errno_location(void) { return &error; }
int* __errno(void) { return &error; }
int* __error(void) { return &error; }
