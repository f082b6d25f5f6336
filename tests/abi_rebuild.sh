#!/bin/sh
# Plugins outlive the tool they were built for: builds the examples with this tree's headers, then a tool from a copy of
# the tree in which every table has a field more and dialects an op and an attribute more, and runs the plugins in it.
# Takes the time of a build; CTest's `abi-older-plugins` proves the same the other way round, with older headers.
# Usage: abi_rebuild.sh [CC]
set -eu
cc=${1:-cc}
source=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for plugin in "$source"/docs/examples/plugins/*.c; do
  "$cc" -shared -fPIC -I"$source" "$plugin" -o "$work/$(basename "$plugin" .c).so"
done

mkdir "$work/later"
(cd "$source" && tar cf - --exclude=build --exclude=.git .) | tar xf - -C "$work/later"
cd "$work/later"
# A field behind the last of each table.
for table in ir/core/opdef.h:IrOpDef ir/core/dialect.h:IrDialect ir/core/type.h:IrTypeDef ir/core/attr.h:IrAttrDef \
    ir/pass/pass.h:IrPassDef ir/pass/analysis.h:IrAnalysisDef ir/core/opdef.h:IrPattern \
    ir/core/extension.h:IrOpExtension ir/core/interface.h:IrInterface ir/interfaces/loop.h:IrLoopInterface \
    ir/interfaces/data_layout.h:IrDataLayoutInterface ir/pass/plugin.h:IrPlugin; do
  file=${table%:*} name=${table#*:}
  awk -v name="$name" '
    $0 ~ "^(typedef )?struct " name " {" { inside = 1 }
    inside && /^}/ { print "  void (*later)(void *one), *later_too;"; inside = 0; done = 1 }
    { print }
    END { exit !done }' "$file" > "$file.new" || { echo "no struct $name in $file" >&2; exit 1; }
  mv "$file.new" "$file"
done
# An op before the others, and an attribute behind those of an op that a plugin builds and reads.
sed -i '0,/^OP(/s//OP(arith_later, "arith.later", SUMMARY("Later.") DOC("Later.") RESULTS(OUT(result, IR_I32_TYPE))\n   TRAITS(IR_PURE) FORMAT("attr-dict `:` type($result)") INTERP(arith_select_interp) EXAMPLE("%r = arith.later : i32"))\n\nOP(/' \
  dialects/arith/arith_ops.def
sed -i 's/ATTRS(ATTR_OPT(overflowFlags, arith_overflow_constraint)/& ATTR_OPT(later, IR_UNIT_ATTR)/' dialects/arith/arith_ops.def
cmp -s dialects/arith/arith_ops.def "$source/dialects/arith/arith_ops.def" && { echo "arith_ops.def did not change" >&2; exit 1; }
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DTEGULA_NVPTX=OFF -DCMAKE_C_COMPILER="$cc" > "$work/log" 2>&1 &&
  cmake --build build --target tile-opt >> "$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }

exec "$source/tests/plugin_examples.sh" "$work/later/build/bin/tile-opt" "$work"
