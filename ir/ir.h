// Everything a pass or plugin needs; the only umbrella header.
#ifndef IR_IR_H
#define IR_IR_H

#include "ir/analysis/dominance.h"
#include "ir/asm/parser.h"
#include "ir/asm/printer.h"
#include "ir/core/affine.h"
#include "ir/core/dialect.h"
#include "ir/core/extension.h"
#include "ir/core/symbol_table.h"
#include "ir/edit/builder.h"
#include "ir/edit/rewriter.h"
#include "ir/interfaces/branch.h"
#include "ir/interfaces/call.h"
#include "ir/interfaces/cast.h"
#include "ir/interfaces/data_layout.h"
#include "ir/interfaces/effects.h"
#include "ir/interfaces/infer.h"
#include "ir/interfaces/inline.h"
#include "ir/interfaces/int_range.h"
#include "ir/interfaces/loop.h"
#include "ir/interfaces/region_branch.h"
#include "ir/pass/analysis.h"
#include "ir/pass/pass_manager.h"
#include "ir/pass/plugin.h"
#include "ir/support/arena.h"
#include "ir/support/map.h"
#include "ir/support/remark.h"
#include "ir/support/vec.h"
#include "ir/verify/verify.h"

#endif
