#!/bin/sh
# Plugins built before a table got its last fields, and an op its last attributes, work in this tool: builds the examples
# with headers from which these are taken out.  Usage: abi_older.sh TILE_OPT [CC]
set -eu
tool=$1
cc=${2:-cc}
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$source" && find ir dialects \( -name '*.h' -o -name '*.inc' -o -name '*.def' \) -print | tar cf - -T -) |
  tar xf - -C "$work"

# Deletes what matches, which must be there.
drop() { # file pattern
  grep -q "$2" "$work/$1" || { echo "$1 has no line '$2' to take out" >&2; exit 1; }
  sed -i "s/$2//" "$work/$1"
}
drop ir/core/dialect.h '^  IrFoldFn fold;$'
drop ir/core/dialect.h '^  const IrInterfaceImpl \*interfaces;$'
drop ir/interfaces/loop.h '^  IrOp \*(\*hoist_before)(IrOp \*op);$'
drop ir/interfaces/loop.h '^  IrRegion \*(\*region)(const IrOp \*op, size_t i);$'
drop ir/core/opdef.h '^  bool (\*speculatable)(const IrOp \*op);$'
drop ir/core/opdef_begin.inc ' .speculatable = f,'
drop dialects/arith/arith_ops.def 'ATTRS(ATTR_OPT(overflowFlags, arith_overflow_constraint))'
drop dialects/memref/memref_ops.def 'ATTRS(ATTR_OPT(nontemporal, memref_flag_constraint) ATTR_OPT(alignment, IR_I64_ATTR))'

for plugin in "$source"/docs/examples/plugins/*.c; do
  "$cc" -shared -fPIC -I"$work" "$plugin" -o "$work/$(basename "$plugin" .c).so"
done
"$source/tests/plugin_examples.sh" "$tool" "$work"
