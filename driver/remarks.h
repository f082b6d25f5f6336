// Options about remarks, the same in every tool that runs passes:
//
//   --remarks-filter=IDS   which; --remarks-output=FILE   where; --remarks-format=yaml|json   how
#ifndef DRIVER_REMARKS_H
#define DRIVER_REMARKS_H

#include "driver/options.h"

// Zero-initialised: no remarks.
typedef struct DriverRemarks {
  const char *filter; // comma-separated ids and passes, with `*`; NULL: none
  const char *path;   // NULL: with the diagnostics
  const char *format; // NULL: by the name of the file
  DriverOutput out;
} DriverRemarks;

#define DRIVER_REMARKS_FILTER_VALUE "A,..."
#define DRIVER_REMARKS_FILTER_HELP "show these remarks, by id or pass: 'missed-*', tc-select"
#define DRIVER_REMARKS_OUTPUT_HELP "write remarks to FILE (all, unless there is a filter)"
#define DRIVER_REMARKS_FORMAT_HELP "format of that file (default: json for *.json, else yaml)"

// For options' `call`: the value is checked, and an error says what was meant.
IR_CHECKED IrStatus driver_remarks_take_filter(DriverRemarks *remarks, IrContext *ctx,
                                               const DriverArg *arg);
IR_CHECKED IrStatus driver_remarks_take_format(DriverRemarks *remarks, IrContext *ctx,
                                               const DriverArg *arg);
// Before any pass runs.  When it has succeeded, close it.
IR_CHECKED IrStatus driver_remarks_open(DriverRemarks *remarks, IrContext *ctx);
// Without `keep` no file is left behind.
IR_CHECKED IrStatus driver_remarks_close(DriverRemarks *remarks, bool keep);

#endif
