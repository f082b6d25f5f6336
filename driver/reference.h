// What --list-passes, --list-ops, --list-dialects, --help-op and --help-pass print: all of it from
// the tables of dialects and passes.
#ifndef DRIVER_REFERENCE_H
#define DRIVER_REFERENCE_H

#include "ir/core/dialect.h"
#include "ir/pass/pass.h"

void driver_list_passes(IrContext *ctx, IrStream *out);
void driver_list_dialects(IrContext *ctx, IrStream *out);
// `dialect` NULL or empty: of all.
IR_CHECKED IrStatus driver_list_ops(IrContext *ctx, const char *dialect, IrStream *out);
IR_CHECKED IrStatus driver_help_op(IrContext *ctx, const char *name, IrStream *out);
IR_CHECKED IrStatus driver_help_pass(IrContext *ctx, const char *name, IrStream *out);

#endif
