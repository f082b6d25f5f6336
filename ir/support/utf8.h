// Text in UTF-8, told from bytes that are none.
#ifndef IR_SUPPORT_UTF8_H
#define IR_SUPPORT_UTF8_H

#include "ir/support/base.h"

// Bytes of the UTF-8 sequence that starts at `s`, which is before `end`; 0 when none does.
size_t ir_utf8_length(const char *s, const char *end);

// The same, and 0 for a control byte that is no tab or line break: what a terminal may be shown.
size_t ir_visible_length(const char *s, const char *end);

#endif
