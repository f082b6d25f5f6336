#!/usr/bin/env bash
# Shows that the README's two commands need nothing but Debian 12: runs them in a new minimal root.
#
#   tests/fresh_root.sh [DIRECTORY]     as root; needs mmdebstrap; DIRECTORY is removed afterwards
#
# The root takes this machine's package sources and certificates, and a clone of the current commit.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=${1:-$(mktemp -d)}

sources=(/etc/apt/sources.list.d/debian.sources)
[[ -f ${sources[0]} ]] || sources=(/etc/apt/sources.list)
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root" "${sources[@]}"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
for file in /etc/apt/apt.conf.d/99*; do
  [[ ! -e $file ]] || cp "$file" "$root/etc/apt/apt.conf.d/"
done
mount --bind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind /dev/pts "$root/dev/pts"
trap 'umount "$root/dev/pts" "$root/dev" "$root/proc"; rm -rf --one-file-system "$root"' EXIT

mkdir -p "$root/src"
git clone -q . "$root/src/tegula"
inside() {
  chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt bash -c "cd /src/tegula && time $1"
}
for command in ./driver/quickstart ./tests/run; do
  for turn in first second; do
    echo "=== $command, $turn time"
    inside "$command"
  done
done
