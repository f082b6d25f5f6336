// Conversions of 8-bit floats of arith-expand-for-gpu where the target has no instruction for any.
#ifndef PASSES_ARITH_GPU_FLOAT8_H
#define PASSES_ARITH_GPU_FLOAT8_H

#include "ir/edit/rewriter.h"

enum { GPU_FLOAT8_ARCH = 89 }; // the first that has them

extern const IrPattern gpu_float8_extf, gpu_float8_truncf;

#endif
