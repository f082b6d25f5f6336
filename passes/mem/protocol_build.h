// What of a tile-level kernel its channels and shared buffers are about, as a ProtocolKernel.
#ifndef PASSES_MEM_PROTOCOL_BUILD_H
#define PASSES_MEM_PROTOCOL_BUILD_H

#include "ir/core/opdef.h"
#include "passes/mem/protocol.h"

// An integer that the kernel does not know: an extent, a scalar, a block index.
typedef struct ProtocolLeaf {
  uint64_t key;
  int64_t scale;    // it is divided by that, or 1: the extent of a tile
  int64_t stride;   // that many tiles are one trip of a loop over what blocks share, or 1
  bool is_block;    // the block's index
  const void *name; // an op without operands, or NULL
} ProtocolLeaf;

// Tags are ops; of buffers and channels those that make them, of roles tile.warp_specialize or the
// kernel.
typedef struct ProtocolProgram {
  ProtocolKernel kernel;
  IR_VEC(ProtocolLeaf) leaves;
  bool makes_up;       // there are steps PROTOCOL_OPAQUE with a bound
  const IrOp *unknown; // an op whose order of steps is not known; NULL: there is none
} ProtocolProgram;

// Whether there is anything in `kernel` that others may meet: channels, roles, or what goes on
// beside a role.
bool protocol_concerns(IrOp *kernel);
// Fills `program`; false when `unknown` says what is not understood.
bool protocol_build(IrOp *kernel, ProtocolProgram *program);
// A loop's step: its register; and where it is how many blocks there are, which number is taken for
// that, and the register of the loop's end.
typedef struct ProtocolStride {
  int32_t step;
  int64_t blocks; // 0: it is something else
  int32_t end;
} ProtocolStride;

// Its last step: looks at where integers come from, for leaves and boxes.
void protocol_trace_values(ProtocolProgram *program, const ProtocolStride *strides,
                           size_t num_strides);
void protocol_program_free(ProtocolProgram *program);

#endif
