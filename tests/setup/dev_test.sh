#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# ./dev on machines where something is missing: it says so in one line and changes nothing.
# The machines are make-believe: PATH holds only the tools linked or faked here.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fake() { # fake NAME BODY
  rm -f "$work/bin/$1"
  printf '#!%s\n%s\n' "$(command -v bash)" "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# A machine with root, apt-get and disk space, where no package is installed and all installs work.
new_machine() {
  local tool
  rm -rf "$work"/*
  mkdir "$work/bin" "$work/repo"
  cp "$top/dev" "$work/repo/"
  for tool in bash env dirname grep sed awk tail head cat xargs id rm mkdir echo; do
    ln -s "$(type -P "$tool")" "$work/bin/$tool"
  done
  fake dpkg-query 'exit 1'
  fake dpkg 'echo amd64'
  fake sudo '"$@"'
  fake apt-get 'exit 0'
  fake df 'echo header; echo "disk 9000 0 9000 0% /"'
  chmod -R a+rX "$work"
}

# expect MESSAGE COMMAND...: fails, with a last line 'dev: MESSAGE...' and no line but dev's own.
expect() {
  local message="dev: $1" output status=0
  shift
  output=$(PATH=$work/bin "$@" 2>&1 </dev/null) || status=$?
  if ((status == 0)) || [[ $(tail -n 1 <<<"$output") != "$message"* ]] ||
    grep -qv '^dev: ' <<<"$output"; then
    echo "FAILED: expected '$message', got (exit $status):"
    echo "$output"
    failures=$((failures + 1))
  fi
}

as_nobody=()
((EUID != 0)) || as_nobody=("$(type -P setpriv)" --reuid=65534 --clear-groups)

new_machine
rm "$work/bin/apt-get"
expect "no apt-get here: install by hand: g++ cmake" "$work/repo/dev" build

new_machine
rm "$work/bin/sudo"
expect "not root and no sudo, cannot install: g++ cmake" "${as_nobody[@]}" "$work/repo/dev" build

new_machine
fake df 'echo header; echo "disk 9000 8900 100 99% /"'
expect "not enough disk space: 100 MB free in /" "$work/repo/dev" test

new_machine
fake apt-get 'echo "Reading"; echo "E: no route to host"; exit 100'
expect "download failure: apt-get update did not succeed (E: no route to host)" "$work/repo/dev" run x

new_machine
fake apt-get '[[ $1 == update ]] || { echo "E: held back"; exit 100; }'
expect "apt-get could not install: g++ cmake" "$work/repo/dev" setup

if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
  new_machine
  fake dpkg-query 'for package in "${@:3}"; do echo "installed $package"; done'
  fake apt-get 'case $1 in indextargets) echo nowhere ;; *) echo "E: no such suite"; exit 100 ;; esac'
  expect "download failure: no package lists of the suites bookworm-backports trixie (E: no such suite)" \
    "$work/repo/dev" setup
fi

new_machine
expect "no preset 'fast'" "$work/repo/dev" build fast
expect "no command 'frobnicate'" "$work/repo/dev" frobnicate
expect "format: no option '--all'" "$work/repo/dev" format --all

for word in setup build run test bench fuzz format lint; do
  "$top/dev" help | grep -q "^  $word\b" || { echo "FAILED: ./dev help lacks $word"; failures=1; }
done

((failures == 0)) || exit 1
echo "dev_test: passed"
