// What --list-passes, --list-ops, --list-dialects, --list-plugins, --help-op, --help-pass and
// --dump-docs print: all of it from the tables of dialects and passes.
#ifndef DRIVER_REFERENCE_H
#define DRIVER_REFERENCE_H

#include "ir/core/dialect.h"
#include "ir/pass/pass.h"

void driver_list_passes(IrContext *ctx, IrStream *out);
void driver_list_dialects(IrContext *ctx, IrStream *out);
void driver_list_channels(IrContext *ctx, IrStream *out);
void driver_list_plugins(IrContext *ctx, IrStream *out);
// `dialect` NULL or empty: of all.
IR_CHECKED IrStatus driver_list_ops(IrContext *ctx, const char *dialect, IrStream *out);
IR_CHECKED IrStatus driver_help_op(IrContext *ctx, const char *name, IrStream *out);
IR_CHECKED IrStatus driver_help_pass(IrContext *ctx, const char *name, IrStream *out);
// Markdown of a dialect, of "passes", of the "index" of these pages; of all when NULL or empty.
IR_CHECKED IrStatus driver_dump_docs(IrContext *ctx, const char *page, IrStream *out);

// A trait in words; NULL after the last.
const char *driver_trait_name(unsigned bit);
// An error that suggests the nearest name.
IrStatus driver_unknown_dialect(IrContext *ctx, const char *name);

#endif
