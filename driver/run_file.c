// Arguments in files: the bytes of their elements, row-major, as memory holds them (little-endian;
// 16-bit floats take two bytes, i1 one).
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "driver/run.h"
#include "ir/interp/element.h"

static IrStatus cannot(Run *run, const RunSetting *s, const char *what) {
  return ir_error(run->ctx, s->value_loc, "cannot {} '{}': {}", what, s->text, strerror(errno));
}

static char *element_at(const CpuArray *array, int64_t i) {
  int64_t bytes = (int64_t)ir_element_bytes(array->element);
  return (char *)array->data + cpu_array_offset(array, i) * bytes;
}

static IrStatus wrong_length(Run *run, const RunSetting *s, const RunArg *arg, int64_t bytes) {
  (void)ir_error(run->ctx, s->value_loc, "'{}' does not have the elements of '%{}'", s->text,
                 arg->name);
  ir_help(run->ctx, "they take {} bytes", bytes);
  return IR_FAILED;
}

IrStatus run_load(Run *run, RunArg *arg, const RunSetting *s) {
  const CpuArray *array = &arg->host.array;
  size_t size = ir_element_bytes(array->element);
  int64_t n = cpu_array_count(array);
  FILE *file = fopen(s->text, "rb");
  if (!file) return cannot(run, s, "read");
  bool fits = true;
  for (int64_t i = 0; i < n && fits; i++) fits = fread(element_at(array, i), size, 1, file) == 1;
  fits = fits && fgetc(file) == EOF;
  fclose(file);
  return fits ? IR_OK : wrong_length(run, s, arg, n * (int64_t)size);
}

static IrStatus save(Run *run, const RunArg *arg, const RunSetting *s) {
  const CpuArray *array = &arg->host.array;
  size_t size = ir_element_bytes(array->element);
  FILE *file = fopen(s->text, "wb");
  if (!file) return cannot(run, s, "write");
  bool written = true;
  for (int64_t i = 0; i < cpu_array_count(array) && written; i++)
    written = fwrite(element_at(array, i), size, 1, file) == 1;
  if (fclose(file) || !written) return cannot(run, s, "write");
  return IR_OK;
}

IrStatus run_save(Run *run) {
  for (size_t i = 0; i < run->num_args; i++) {
    const RunArg *arg = &run->args[i];
    RunSetting *s = arg->is_memref ? run_setting(&run->options->saves, arg->name) : NULL;
    if (s) IR_TRY(save(run, arg, s));
  }
  return IR_OK;
}
