// --verify-diagnostics: comments in the input say which diagnostics must come, and where.
//
//   // expected-error {{text that the message contains}}       on this line
//   // expected-error@+1 {{...}}   @-2   @above   @below   @unknown
//   // expected-error-re {{depth is {{[0-9]+}}}}                 regular expressions inside
//
// also -warning, -remark and -note.  `above` and `below` skip lines that hold only such comments.
// Errors, warnings and remarks that no comment expects are reported; notes need not be expected.
#ifndef DRIVER_EXPECTED_H
#define DRIVER_EXPECTED_H

#include "ir/core/context.h"

typedef struct DriverExpected DriverExpected;

// Starts to collect diagnostics; `text` is the buffer that starts at `start`.  With `only_expected`
// those that no comment expects are no error.
DriverExpected *driver_expect(IrContext *ctx, IrStr text, IrLoc start, bool only_expected);
// Stops, reports what was missing or too much, and frees.
IR_CHECKED IrStatus driver_expect_end(DriverExpected *expected);

#endif
