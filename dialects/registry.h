// All dialects of this project.
#ifndef DIALECTS_REGISTRY_H
#define DIALECTS_REGISTRY_H

#include "ir/core/dialect.h"

IR_API IR_CHECKED IrStatus tegula_register_dialects(IrContext *ctx);

#endif
