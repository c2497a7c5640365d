#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Does the archive work here? Needs nothing but a shell; exit code 0 if so. FENCEPOST names another executable.
here=${0%/*}
[ "$here" = "$0" ] && here=.
fencepost=${FENCEPOST:-$here/bin/fencepost}
tasks=$here/tasks
[ -d "$tasks" ] || tasks=$here/svcomp/tasks

fail() { echo "smoketest: $*"; exit 1; }

expect() { # expect VERDICT TASK [OPTIONS]
  verdict=$1 task=$2
  shift 2
  output=$("$fencepost" check "$tasks/$task" "$@")
  last=${output##*
}
  [ "$last" = "VERDICT: $verdict" ] || fail "$task: '$last' instead of 'VERDICT: $verdict'"
}

version=$("$fencepost" --version) || fail "$fencepost does not run"
expect 'FALSE(unreach-call)' lost_update.yml
expect TRUE locked_update.yml
expect TRUE locked_update.yml --model power
echo "smoketest: passed"
