# mlir_agrees.sh FILE SCRATCH: both tools read what the other writes, custom and generic, and mlir-opt
# prints all of it alike.
set -e
mlir="mlir-opt-22 --allow-unregistered-dialect"
$mlir "$1" > "$2.theirs"
tile-opt "$1" | $mlir > "$2.ours"
diff "$2.theirs" "$2.ours"
tile-opt "$1" --print-op-generic | $mlir > "$2.generic"
diff "$2.theirs" "$2.generic"
tile-opt "$2.theirs" | $mlir > "$2.read"
diff "$2.theirs" "$2.read"
$mlir "$1" --mlir-print-op-generic | tile-opt | $mlir > "$2.back"
diff "$2.theirs" "$2.back"
