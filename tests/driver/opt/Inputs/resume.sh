# Usage: resume.sh FILE DIR OPTIONS...  Dumps the phases of a run of OPTIONS over FILE to DIR, goes
# on from each of them, and wants the output of the whole run.
set -eu
file=$1 dir=$2
shift 2
tile-opt "$file" "$@" --dump-phases="$dir" -o "$dir.whole"
for phase in "$dir"/*.mlir; do
  next=$(sed -n '1s/.*--start-at=//p' "$phase")
  [ -n "$next" ] || continue
  tile-opt "$phase" "$@" --start-at="$next" -o "$dir.resumed"
  cmp "$dir.resumed" "$dir.whole" || { echo "different from $next on"; exit 1; }
  echo "same from $next on"
done
