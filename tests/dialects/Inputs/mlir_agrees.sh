# mlir_agrees.sh FILE SCRATCH [FLAG...]: both tools read what the other writes, custom and generic, and mlir-opt
# prints all of it alike.  FLAGs are for tile-opt.
set -e
file=$1 scratch=$2
shift 2
mlir="mlir-opt-22 --allow-unregistered-dialect"
$mlir "$file" > "$scratch.theirs"
tile-opt "$@" "$file" | $mlir > "$scratch.ours"
diff "$scratch.theirs" "$scratch.ours"
tile-opt "$@" "$file" --print-op-generic | $mlir > "$scratch.generic"
diff "$scratch.theirs" "$scratch.generic"
tile-opt "$@" "$scratch.theirs" | $mlir > "$scratch.read"
diff "$scratch.theirs" "$scratch.read"
$mlir "$file" --mlir-print-op-generic | tile-opt "$@" | $mlir > "$scratch.back"
diff "$scratch.theirs" "$scratch.back"
