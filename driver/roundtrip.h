// Whether IR survives being printed and read: --verify-roundtrip.
#ifndef DRIVER_ROUNDTRIP_H
#define DRIVER_ROUNDTRIP_H

#include "ir/core/op.h"

// Prints the module in custom and in generic form, parses both texts and compares what comes out
// with the module: values by where they are defined, types and attributes as they are in the
// context.  An error at the first op that differs, or at the place of the text that does not parse.
IR_CHECKED IrStatus driver_verify_roundtrip(IrOp *module);

#endif
