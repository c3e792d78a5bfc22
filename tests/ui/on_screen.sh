#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# on_screen.sh COMMAND...: runs it on a virtual screen of its own, with OpenGL. The server itself chooses a free number and tells it when it
# is ready: xvfb-run guesses one, and two that begin at once, or one that begins while another ends, may be left without a screen.
set -u
place=$(mktemp -d) || exit 1
mkfifo "$place/number"
Xvfb -displayfd 3 -screen 0 1400x900x24 +extension GLX -nolisten tcp 3>"$place/number" >"$place/said" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$place"' EXIT
trap 'exit 143' INT TERM
read -r number <"$place/number"
if [ -z "$number" ]; then
  cat "$place/said" >&2
  exit 1
fi
DISPLAY=:$number "$@"
