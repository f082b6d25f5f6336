// What a fault of the protocol is, in words.
#ifndef PASSES_MEM_PROTOCOL_REPORT_H
#define PASSES_MEM_PROTOCOL_REPORT_H

#include "passes/mem/protocol_build.h"

// An error where the fault is, with the access it meets, the values it was found for, and what
// happened before.
void protocol_report(IrOp *kernel, const ProtocolProgram *program, const ProtocolInput *input,
                     const ProtocolFault *fault);

#endif
