#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the packages of packages.txt, or of the list in CLANK_PACKAGES, that dpkg does not report as installed, on Debian 12 and 13.
# Does nothing, and needs no rights, when none is missing. On another system it names what to install, and fails.
# CLANK_SKIP_PACKAGES=1 leaves the system alone: for those who install the equivalents themselves.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
[[ ${CLANK_SKIP_PACKAGES:-0} == 1 ]] && exit 0
list=${CLANK_PACKAGES:-packages.txt}

# packagesFor RELEASE LIST: what the list names for every release, and for this one.
packagesFor() {
  sed -e 's/#.*//' "$here/$2" | awk -v release="$1" '
    { marked = match($0, /\[.*\]/); marks = marked ? " " substr($0, RSTART + 1, RLENGTH - 2) " " : ""; sub(/\[.*/, "") }
    NF && (!marked || index(marks, " " release " ")) { print $1 }'
}

# In a shell of its own, because os-release sets variables of many names.
system=$(. /etc/os-release 2>/dev/null && echo "${ID:-unknown} ${VERSION_ID:-}") || system=unknown
kind=Debian
case $system in
  "debian 12") release=bookworm ;;
  ubuntu*) release=noble ;;
  *) release=trixie ;;
esac
if [[ $system != "debian 12" && $system != "debian 13" ]]; then
  # Only the main list is kept in Fedora's names as well.
  [[ $system == fedora* && $list == packages.txt ]] && kind=Fedora list=packages.fedora.txt
  {
    echo "Clank is set up on Debian 12 and 13; this system says it is: ${system}."
    echo "Install what corresponds to these $kind packages, then call again with CLANK_SKIP_PACKAGES=1 in the environment:"
    packagesFor "$release" "$list" | sed 's/^/  /'
  } >&2
  exit 1
fi
wanted=$(packagesFor "$release" "$list")
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p')
mapfile -t missing < <(comm -23 <(sort -u <<<"$wanted") <(sort -u <<<"$installed"))
((${#missing[@]} == 0)) && exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "These packages are missing, and there is neither root nor sudo to install them: ${missing[*]}" >&2
    echo "As root: apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
  if ! sudo -n true 2>/dev/null; then
    echo "Installing needs root: sudo asks for your password." >&2
    as_root=(sudo)
  fi
fi

echo "Installing ${#missing[@]} packages: ${missing[*]}"
# Another apt may be at work, on a fresh desktop the automatic updater: wait for it up to ten minutes.
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600)
# apt-get update has its own lock, which the time-out does not cover.
for try in 1 2 3 4 5; do
  "${apt[@]}" update && break
  ((try == 5)) && { echo "apt-get update failed five times: see its messages above." >&2; exit 1; }
  sleep 10
done
"${apt[@]}" install --no-install-recommends -o Dpkg::Use-Pty=0 "${missing[@]}"
