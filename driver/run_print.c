// What a run left in its arguments, as text.
#include <stdio.h>

#include "driver/run.h"
#include "ir/interp/element.h"

static void print_element(const CpuArray *array, int64_t offset, IrStream *out) {
  const char *at = (const char *)array->data + offset * ir_element_bytes(array->element);
  char text[64];
  if (ir_type_is_float(array->element)) {
    double value;
    ir_elements_to_double(array->element, at, 1, &value);
    snprintf(text, sizeof text, "%.9g", value);
  } else {
    int64_t value;
    ir_elements_to_int(array->element, at, 1, &value);
    snprintf(text, sizeof text, "%lld", (long long)value);
  }
  ir_write_cstr(out, text);
}

// From dimension `d` on, at an offset in elements.
static void print_part(const CpuArray *array, uint32_t d, int64_t offset, IrStream *out) {
  if (d == array->rank) {
    print_element(array, offset, out);
    return;
  }
  ir_write_char(out, '[');
  for (int64_t i = 0; i < array->extents[d]; i++) {
    if (i) ir_write_cstr(out, ", ");
    print_part(array, d + 1, offset + i * array->strides[d], out);
  }
  ir_write_char(out, ']');
}

void run_print(const Run *run, IrStream *out) {
  for (size_t i = 0; i < run->options->prints.n; i++) {
    for (size_t k = 0; k < run->num_args; k++) {
      const RunArg *arg = &run->args[k];
      if (!ir_str_equal(arg->name, run->options->prints.at[i].name)) continue;
      ir_print(out, "%{} = ", arg->name);
      print_part(&arg->host.array, 0, 0, out);
      ir_write_char(out, '\n');
    }
  }
}
