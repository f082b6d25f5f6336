// Reproducers: a module with the pipeline that fails on it, in one file.
//
//   module { ... }
//
//   {-#
//     external_resources: {
//       mlir_reproducer: {
//         pipeline: "builtin.module(func.func(cse))",
//         disable_threading: true,
//         verify_each: true
//       },
//       tegula_reproducer: { op: "@f", plugin: "/home/me/mine.so", time_limit: "2",
//                            validate_each: "seed:1" }
//     }
//   #-}
//
// The first group is MLIR's and means what it means there; mlir-opt passes over the second.
#ifndef IR_PASS_REPRODUCER_H
#define IR_PASS_REPRODUCER_H

#include "ir/pass/pass_manager.h"

typedef struct IrReproducer {
  IrStr pipeline;
  IrLoc pipeline_loc; // of its first character, when read from a file
  bool disable_threading, verify_each, allow_unregistered;
  IrStr op; // the pipeline runs on this op alone (ir_op_path_print); empty: wherever it fits
  IrLoc op_loc;
  IrStr time_limit; // seconds for one pass, or empty
  IrLoc time_limit_loc;
  IrStr validate_each; // what --validate-each said, or without a location nothing
  IrLoc validate_each_loc;
  // Shared objects to load first.
  struct {
    IrStr path;
    IrLoc loc;
  } * plugins;
  size_t num_plugins;
} IrReproducer;

// Prints `module` and the settings.  Lines of `comment` come first, as comments.
IR_API void ir_reproducer_print(IrOp *module, const IrReproducer *reproducer, IrStr comment,
                                IrStream *out);
// Reads the settings of the buffer at `start`; a diagnostic when it has none.  `plugins` is to be
// freed with ir_free; text lives as long as the context.
IR_API IR_CHECKED IrStatus ir_reproducer_read(IrContext *ctx, IrLoc start,
                                              IrReproducer *reproducer);

// The way from `root` down to `op`, `/` between its steps.  A step is a symbol, `@name`, or the
// number of the op among all ops directly inside, from 0.
IR_API void ir_op_path_print(const IrOp *root, const IrOp *op, IrStream *out);
// The op at the end of the way, or NULL.
IR_API IrOp *ir_op_path_find(IrOp *root, IrStr path);
// Whether a pipeline nested by op names as `op` is would run on other ops of `root` too.
IR_API bool ir_op_path_is_ambiguous(const IrOp *root, const IrOp *op);

#endif
