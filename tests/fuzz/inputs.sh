#!/usr/bin/env bash
# Makes what the fuzzers start from, out of the texts in this repository:
#
#   tests/fuzz/inputs.sh FOLDER
#
#   FOLDER/dictionary         names from the tables, and words that the .mlir files use often
#   FOLDER/TARGET/seeds       pieces of .mlir files, types and attributes in them, pipelines in tests
set -euo pipefail
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

for target in parse type pipeline passes lower; do
  rm -rf "${out:?}/$target/seeds"
  mkdir -p "$out/$target/seeds"
done

# Each line of the input becomes a file.
lines_to() {
  sort -u | awk -v folder="$1" '{ printf "%s", $0 > (folder "/" NR); close(folder "/" NR) }'
}

find tests docs/examples -name '*.mlir' -not -path 'tests/fuzz/*' | sort >"$out/files"
while read -r file; do
  awk -v piece="$out/parse/seeds/${file//\//_}" '
    /^ *\/\/ (RUN|CHECK)/ { next }
    /^\/\/ -----/ { close(piece "." n); n++; next }
    { print > (piece "." n + 0) }' "$file"
done <"$out/files"
cp "$out"/parse/seeds/* "$out/passes/seeds"
cp "$out"/parse/seeds/* "$out/lower/seeds"

xargs cat <"$out/files" >"$out/text"
{
  grep -oP '[!#]?[a-z][a-z0-9_.]*(<(?:[^<>]++|(?1))*>)' "$out/text"
  grep -oP '= \K[^,={}]+(?=[,}])' "$out/text"
} | lines_to "$out/type/seeds"
grep -rhoP --include='*.mlir' --include='*.test' "pass-pipeline='?\"?\K[^'\" ]+" tests |
  lines_to "$out/pipeline/seeds"

{
  cat dialects/*/*.def passes/*/*.def | grep -oE '"[a-z][a-z0-9_.-]+"|`[^`]+`' | tr -d '"`'
  grep -oE '[!#@]?[A-Za-z_][A-Za-z0-9_.-]+' "$out/text" | sort | uniq -c | awk '$1 >= 3 { print $2 }'
  printf '%s\n' '->' '::' '...' 'loc(' 'dense<' '{-#' '#-}' '0x' ') -> (' '() : () -> ()' '^bb'
} | sort -u | sed -e 's/[\\"]/\\&/g' -e 's/.*/"&"/' >"$out/dictionary"
