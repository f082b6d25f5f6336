// The layout of what plugins are compiled with.  Within a major version of the ABI the lines here
// only grow in number: a field that moves, or a struct of the second list that gets another size,
// breaks plugins that exist, and this file does not compile then.  Either put the new field last,
// or (in elements of lists and structs passed by value) raise IR_ABI_MAJOR and renew the numbers.
#include "ir/ir.h"

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(IR_ABI_MAJOR == 2, "a new major version: renew the numbers");
#define AT(T, field, place) _Static_assert(offsetof(T, field) == place, #T "." #field " moved")
#define SIZE(T, bytes) _Static_assert(sizeof(T) == bytes, #T " has another size")

// Tables, which begin with their size and may grow.
AT(IrPlugin, abi_major, 4);
AT(IrPlugin, name, 16);
AT(IrPlugin, version, 24);
AT(IrPlugin, load, 32);
AT(IrPlugin, uses, 40);
AT(IrPlugin, uses_end, 48);
AT(IrOpDef, name, 8);
AT(IrOpDef, operands, 48);
AT(IrOpDef, traits, 88);
AT(IrOpDef, verify, 96);
AT(IrOpDef, fold, 112);
AT(IrOpDef, patterns, 120);
AT(IrOpDef, infer, 128);
AT(IrOpDef, print, 144);
AT(IrOpDef, interfaces, 160);
AT(IrOpDef, speculatable, 168);
AT(IrDialect, ops, 32);
AT(IrDialect, materialize, 64);
AT(IrDialect, depends, 72);
AT(IrDialect, interfaces, 80);
AT(IrDialect, fold, 88);
AT(IrTypeDef, parse, 40);
AT(IrTypeDef, interfaces, 56);
AT(IrAttrDef, parse, 40);
AT(IrAttrDef, encode, 56);
AT(IrPattern, rewrite, 40);
AT(IrPassDef, anchor, 32);
AT(IrPassDef, options, 40);
AT(IrPassDef, run, 56);
AT(IrPassRun, decl, 8);
AT(IrPassRun, scratch, 16);
AT(IrInterface, table_size, 24);
AT(IrOpExtension, fold, 32);
AT(IrGreedyOptions, max_rewrites, 8);
AT(IrOpCreate, num_regions, 80);
AT(IrLoopInterface, hoist_before, 32);
AT(IrLoopInterface, region, 40);
AT(IrEffectsInterface, effects, 8);
AT(IrBranchInterface, taken, 16);
AT(IrRegionBranchInterface, inputs, 24);
AT(IrRegionBranchInterface, left, 48);
AT(IrIntRangeInterface, infer, 8);

// Elements of lists, and structs passed by value: of this size for good.
SIZE(IrSlotDef, 32);
SIZE(IrAttrSlotDef, 32);
SIZE(IrTypeConstraint, 40);
SIZE(IrAttrConstraint, 72);
SIZE(IrRegionDef, 16);
SIZE(IrSuccessorDef, 16);
SIZE(IrInterfaceImpl, 16);
SIZE(IrStatDef, 16);
SIZE(IrRemarkDef, 24);
SIZE(IrOptionDef, 40);
SIZE(IrStr, 16);
SIZE(IrLoc, 4);
SIZE(IrValues, 16);
SIZE(IrTypes, 16);
SIZE(IrShape, 16);
SIZE(IrNamedAttr, 16);
SIZE(IrFolded, 16);
SIZE(IrRun, 16);
SIZE(IrBound, 16);
SIZE(IrDataLayout, 16);
SIZE(IrEffect, 24);
SIZE(IrBuilder, 40);
SIZE(IrUnresolved, 24);
SIZE(IrParsedArg, 40);
SIZE(struct IrOpState, 152);
#endif

typedef int abi_layout_is_checked;
