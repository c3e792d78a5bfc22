#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh PRESET [TARGET...]: configures the preset of CMakePresets.json where that is needed and builds the targets, one build of a
# folder at a time. The folder is named by the preset's binaryDir: build/PRESET, except that ci builds in build/release, which lets the
# tests and the program share their objects.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
preset=${1:?build.sh PRESET [TARGET...]}
shift
folder=$root/build/${preset/#ci/release}

mkdir -p "$folder" 2>/dev/null || true
if [[ ! -w $folder ]]; then
  echo "Cannot write to $folder: it belongs to $(stat -c %U "$root/build" 2>/dev/null || stat -c %U "$root")." >&2
  exit 1
fi
exec {lock}>"$folder/.lock"
if ! flock -n "$lock"; then
  echo "Another build is running in $folder: waiting for it." >&2
  flock "$lock"
fi

# ninja sees changes of the CMakeLists by itself; it does not see those of the presets.
stamp=$folder/.configured
wanted="$preset $(sha256sum <"$root/CMakePresets.json")"
if [[ ! -f $folder/build.ninja || $(cat "$stamp" 2>/dev/null) != "$wanted" ]]; then
  (cd "$root" && cmake --preset "$preset" {lock}>&-)
  echo "$wanted" >"$stamp"
fi
# The lock ends with this script, also where a compiler cache leaves a process behind.
(($#)) && set -- --target "$@"
cmake --build "$folder" "$@" {lock}>&-
