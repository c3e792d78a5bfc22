#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# on_release.sh RELEASE COMMAND...: runs a command in the folder of the repository inside a bare Debian of that release, which debootstrap
# makes in build/system-RELEASE from the mirror that this system uses. Needs root, on Debian. A later call goes on with the same system:
# what was installed and built there stays, until the folder is deleted. Exits with the status of the command.
#
# The command sees the tracked files as they are now, and nothing of this environment but proxies.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
release=${1:-}
[[ $release =~ ^(bookworm|trixie)$ && $# -gt 1 ]] || { echo "usage: on_release.sh bookworm|trixie COMMAND..." >&2; exit 2; }
shift
((EUID == 0)) || { echo "A system of its own needs root: call this as root." >&2; exit 1; }
system=$root/build/system-$release
started=$SECONDS

# archive PATTERN: the address of the first archive of apt's whose release matches. apt reads both forms of its lists.
archive() {
  apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
    awk -v pattern="$1" '!found && $1 ~ pattern && $2 == "main" && $3 ~ /^https?:/ { found = $3 } END { sub(/\/$/, "", found); print found }'
}

# How apt reaches its mirror from here. The rest of its settings are no concern of another system.
aptSettings() {
  apt-config dump --format '%f "%v";%n' Acquire | grep -E '^Acquire::(https?::Proxy(::[^ ]*)?|Check-Date|Check-Valid-Until|Retries) ' || true
}

makeSystem() {
  CLANK_PACKAGES=packages.system.txt "$root/packaging/install_packages.sh"
  local names='(bookworm|trixie|oldstable|stable|testing)' mirror security proxy
  mirror=$(archive "^$names\$")
  security=$(archive "^$names-security\$")
  [[ -n $mirror ]] || { echo "apt's lists name no mirror of Debian that could be reached by http." >&2; exit 1; }
  # debootstrap does not read apt's settings.
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  echo "Making a Debian of release $release in $system, from $mirror"
  rm -rf "$system" "$system.part"
  [[ -d $root/build ]] || install -d -o "$(stat -c %U "$root")" "$root/build"
  http_proxy=${http_proxy:-${proxy:-}} debootstrap --variant=minbase --include=ca-certificates "$release" "$system.part" "$mirror" \
    >"$system.log" 2>&1 || { tail -n 20 "$system.log" >&2; exit 1; }

  local apt=$system.part/etc/apt
  rm -f "$apt/sources.list"
  describeArchive() { printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n' "$@"; }
  describeArchive "$mirror" "$release $release-updates" >"$apt/sources.list.d/debian.sources"
  [[ -z $security ]] || describeArchive "$security" "$release-security" >>"$apt/sources.list.d/debian.sources"
  echo "127.0.0.1 localhost $(hostname)" >"$system.part/etc/hosts"
  # Nobody needs this system after a crash of the machine.
  echo force-unsafe-io >"$system.part/etc/dpkg/dpkg.cfg.d/unsafe-io"
  # Packages that bring a service are not to start it.
  printf '#!/bin/sh\nexit 101\n' >"$system.part/usr/sbin/policy-rc.d"
  chmod +x "$system.part/usr/sbin/policy-rc.d"
  mv "$system.part" "$system"
}

# What is tracked, with its times, so that only what changed is built anew; build stays.
copyFiles() {
  local target=$system/clank
  mkdir -p "$target/build"
  find "$target" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  (cd "$root" && comm -z -23 <(git ls-files -z | sort -z) <(git ls-files -z --deleted | sort -z) |
    tar --no-recursion --owner=0 --group=0 --null -cf - --files-from=- | tar -C "$target" -xf -)
}

[[ -d $system ]] || makeSystem
aptSettings >"$system/etc/apt/apt.conf.d/01host"
cp -L /etc/resolv.conf "$system/etc/resolv.conf"
copyFiles
made=$SECONDS

# Mounts and processes live in namespaces of their own: however this ends, the kernel unmounts the ones and ends the others.
enter='
set -e
system=$1
shift
mount -t proc proc "$system/proc"
mount --rbind /sys "$system/sys"
mount --rbind /dev "$system/dev"
mount -t tmpfs tmpfs "$system/dev/shm"
# No exec: as the first process of its namespace the command would not hear Ctrl-C.
status=0
chroot "$system" "$@" || status=$?
exit "$status"'
kept=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "TERM=${TERM:-dumb}")
for name in http_proxy https_proxy no_proxy; do
  [[ -z ${!name:-} ]] || kept+=("$name=${!name}")
done
status=0
unshare --mount --pid --fork --kill-child bash -c "$enter" enter "$system" env -i "${kept[@]}" bash -c 'cd /clank && exec "$@"' in "$@" || status=$?
printf '\n== %s: system %d s, command %d s, exit status %d\n' "$release" "$((made - started))" "$((SECONDS - made))" "$status"
exit "$status"
