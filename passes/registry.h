// All passes of this project.
#ifndef PASSES_REGISTRY_H
#define PASSES_REGISTRY_H

#include "ir/pass/pass.h"

IR_API IR_CHECKED IrStatus tegula_register_passes(IrContext *ctx);

#endif
