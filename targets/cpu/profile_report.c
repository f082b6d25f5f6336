// Profiles as tables and JSON; see profile.h.
#include <stdio.h>
#include <stdlib.h>

#include "ir/support/arena.h"
#include "ir/support/vec.h"
#include "targets/cpu/profile.h"

// ---- By line. ----

static int compare_text(IrStr a, IrStr b) {
  int order = memcmp(a.ptr, b.ptr, a.len < b.len ? a.len : b.len);
  return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int by_place(const void *a, const void *b) {
  const CpuLineProfile *x = a, *y = b;
  if (x->place.file.len == 0 || y->place.file.len == 0)
    return (x->place.file.len == 0) - (y->place.file.len == 0); // without a place: at the end
  int order = compare_text(x->place.file, y->place.file);
  return order ? order : (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

static void add_line(CpuLineProfile *to, const CpuLineProfile *from) {
  for (int c = 0; c < CPU_CLASSES; c++) to->classes[c] += from->classes[c];
  to->instructions += from->instructions;
  to->flops += from->flops;
  cpu_traffic_add(&to->global, &from->global);
  cpu_traffic_add(&to->shared, &from->shared);
}

static CpuLineProfile line_of(const CpuOpProfile *record) {
  CpuLineProfile line = {
      .loc = ir_op_loc(record->op), .global = record->global, .shared = record->shared};
  line.place = ir_loc_resolve(ir_op_context(record->op), line.loc);
  CpuOpClass class = cpu_op_class(record->op);
  if (class != CPU_CLASS_NONE) line.classes[class] = line.instructions = record->executed;
  line.flops = record->executed * (uint64_t)cpu_tensor_flops(record->op);
  return line;
}

static bool is_empty(const CpuLineProfile *line) {
  const CpuTraffic *g = &line->global, *s = &line->shared;
  return line->instructions == 0 && g->read + g->written + s->read + s->written == 0;
}

CpuLineProfile *cpu_profile_lines(const CpuProfile *profile, size_t *n) {
  CpuLineProfile *lines = ir_calloc(profile->by_op.n + 1, sizeof *lines);
  size_t all = 0;
  for (uint32_t i = 0; i < profile->by_op.n; i++) {
    if (!profile->by_op.entries[i].key) continue;
    CpuLineProfile line = line_of(profile->by_op.entries[i].value);
    if (!is_empty(&line)) lines[all++] = line;
  }
  qsort(lines, all, sizeof *lines, by_place);
  *n = 0;
  for (size_t i = 0; i < all; i++) {
    if (*n && by_place(&lines[*n - 1], &lines[i]) == 0)
      add_line(&lines[*n - 1], &lines[i]);
    else
      lines[(*n)++] = lines[i];
  }
  return lines;
}

static CpuLineProfile sum_of(const CpuLineProfile *lines, size_t n) {
  CpuLineProfile sum = {0};
  for (size_t i = 0; i < n; i++) add_line(&sum, &lines[i]);
  return sum;
}

static IrContext *context_of(const CpuProfile *profile) {
  for (uint32_t i = 0; i < profile->by_op.n; i++)
    if (profile->by_op.entries[i].key) return ir_op_context(profile->by_op.entries[i].key);
  return NULL;
}

// ---- As a table. ----

enum { SOURCE_COLUMNS = 56 };

static void print_cells(IrStream *out, const char *first, const CpuLineProfile *line) {
  char text[160];
  snprintf(text, sizeof text, "%6s %10llu %10llu %10llu %10llu %10llu %12llu", first,
           (unsigned long long)line->instructions, (unsigned long long)line->global.units,
           (unsigned long long)line->global.ideal, (unsigned long long)line->shared.units,
           (unsigned long long)(line->shared.units - line->shared.ideal),
           (unsigned long long)line->flops);
  ir_write_cstr(out, text);
}

static void print_source(IrStream *out, IrContext *ctx, IrLoc loc) {
  IrLoc source = ir_loc_source(ctx, loc);
  IrStr text = source.id ? ir_source_line(ctx, source) : (IrStr){0};
  while (text.len && (*text.ptr == ' ' || *text.ptr == '\t')) text.ptr++, text.len--;
  bool cut = text.len > SOURCE_COLUMNS;
  while (cut && text.len > SOURCE_COLUMNS - 3) text.len--;
  while (cut && text.len && ((unsigned char)text.ptr[text.len] & 0xC0) == 0x80) text.len--; // UTF-8
  if (text.len) ir_print(out, "  {}{}", text, cut ? "..." : "");
}

static void print_classes(IrStream *out, const CpuLineProfile *sum) {
  ir_write_cstr(out, "instructions of warps: ");
  bool first = true;
  for (int c = 0; c < CPU_CLASSES; c++) {
    if (sum->classes[c] == 0) continue;
    ir_print(out, "{}{} {}", first ? "" : ", ", cpu_class_words[c], sum->classes[c]);
    first = false;
  }
  ir_print(out, "{}\n", first ? "none" : "");
}

static void print_traffic(IrStream *out, const char *memory, const char *unit,
                          const CpuTraffic *traffic) {
  ir_print(out, "{} memory: {} bytes read and {} written by {} accesses, ", memory, traffic->read,
           traffic->written, traffic->requests);
  ir_print(out, "{} {} ({} at least)\n", traffic->units, unit, traffic->ideal);
}

void cpu_profile_print(const CpuProfile *profile, IrStream *out) {
  size_t n;
  CpuLineProfile *lines = cpu_profile_lines(profile, &n), sum = sum_of(lines, n);
  IrContext *ctx = context_of(profile);
  ir_write_cstr(out, "                      global memory         shared memory\n"
                     "  line      instr    sectors      ideal wavefronts  conflicts        flops"
                     "  source\n");
  IrStr file = {0};
  for (size_t i = 0; i < n; i++) {
    const CpuLineProfile *line = &lines[i];
    if (i && line->place.file.len && !ir_str_equal(file, line->place.file))
      ir_print(out, "{}:\n", line->place.file);
    file = line->place.file;
    char number[16] = "-";
    if (file.len) snprintf(number, sizeof number, "%u", line->place.line);
    print_cells(out, number, line);
    print_source(out, ctx, line->loc);
    ir_write_char(out, '\n');
  }
  print_cells(out, "all", &sum);
  ir_write_char(out, '\n');
  print_classes(out, &sum);
  print_traffic(out, "global", "sectors", &sum.global);
  print_traffic(out, "shared", "wavefronts", &sum.shared);
  ir_free(lines);
}

// ---- As JSON. ----

static void json_traffic(IrStream *out, const char *memory, const char *unit,
                         const CpuTraffic *traffic) {
  ir_print(out, ", \"{}\": {{\"accesses\": {}, \"{}\": {}, \"ideal\": {}", memory,
           traffic->requests, unit, traffic->units, traffic->ideal);
  ir_print(out, ", \"read_bytes\": {}, \"written_bytes\": {}}", traffic->read, traffic->written);
}

static void json_counts(IrStream *out, const CpuLineProfile *line) {
  ir_print(out, "\"instructions\": {}, \"classes\": {{", line->instructions);
  bool first = true;
  for (int c = 0; c < CPU_CLASSES; c++) {
    if (line->classes[c] == 0) continue;
    ir_print(out, "{}\"{}\": {}", first ? "" : ", ", cpu_class_words[c], line->classes[c]);
    first = false;
  }
  ir_write_char(out, '}');
  json_traffic(out, "global", "sectors", &line->global);
  json_traffic(out, "shared", "wavefronts", &line->shared);
  ir_print(out, ", \"flops\": {}", line->flops);
}

void cpu_profile_print_json(const CpuProfile *profile, IrStream *out) {
  size_t n;
  CpuLineProfile *lines = cpu_profile_lines(profile, &n), sum = sum_of(lines, n);
  ir_write_cstr(out, "{\"all\": {");
  json_counts(out, &sum);
  ir_write_cstr(out, "}, \"lines\": [");
  for (size_t i = 0; i < n; i++) {
    ir_write_cstr(out, i ? ",\n  {\"file\": " : "\n  {\"file\": ");
    ir_write_json(out, lines[i].place.file);
    ir_print(out, ", \"line\": {}, ", lines[i].place.line);
    json_counts(out, &lines[i]);
    ir_write_char(out, '}');
  }
  ir_write_cstr(out, "]}");
  ir_free(lines);
}
