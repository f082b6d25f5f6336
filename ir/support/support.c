#include "ir/support/base.h"

#include <stdio.h>
#include <stdlib.h>

void ir_assert_failed(const char *what, const char *file, int line) {
  fprintf(stderr, "%s:%d: internal error: %s\n", file, line, what);
  abort();
}
