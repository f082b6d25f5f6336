#!/usr/bin/env bash
# Checks that docs/reference is what the tables say.
#
#   tests/reference.sh TILE_OPT            says what differs
#   tests/reference.sh TILE_OPT --update   writes the pages anew
set -euo pipefail
opt=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
pages=docs/reference

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$opt" --dump-docs=index >"$made/README.md"
"$opt" --dump-docs=passes >"$made/passes.md"
while read -r dialect _; do
  "$opt" --dump-docs="$dialect" >"$made/$dialect.md"
done < <("$opt" --list-dialects)

if [[ ${2:-} == --update ]]; then
  mkdir -p "$pages"
  rm -f "$pages"/*.md
  cp "$made"/*.md "$pages"
elif ! diff -ru "$pages" "$made"; then
  echo "error: $pages is not current; run: tests/reference.sh build/release/bin/tile-opt --update" >&2
  exit 1
fi
