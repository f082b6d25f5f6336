// Lists and reference pages from the tables; see reference.h.
#include "driver/reference.h"

static void print_row(IrStream *out, const char *name, const char *text) {
  size_t n = strlen(name);
  ir_print(out, "  {}", name);
  ir_write_indent(out, n < 32 ? (unsigned)(32 - n) : 1);
  ir_print(out, "{}\n", text ? text : "");
}

void driver_list_passes(IrContext *ctx, IrStream *out) {
  ir_write_cstr(out, "passes:\n");
  for (size_t i = 0; i < ir_pass_count(ctx); i++)
    print_row(out, ir_pass_at(ctx, i)->name, ir_pass_at(ctx, i)->summary);
  if (ir_pipeline_count(ctx)) ir_write_cstr(out, "pipelines:\n");
  for (size_t i = 0; i < ir_pipeline_count(ctx); i++)
    print_row(out, ir_pipeline_at(ctx, i)->name, ir_pipeline_at(ctx, i)->summary);
}

void driver_list_channels(IrContext *ctx, IrStream *out) {
  for (size_t i = 0; i < ir_debug_channel_count(ctx); i++)
    print_row(out, ir_debug_channel_at(ctx, i).name, ir_debug_channel_at(ctx, i).summary);
}

void driver_list_dialects(IrContext *ctx, IrStream *out) {
  for (size_t i = 0; i < ir_dialect_count(ctx); i++)
    print_row(out, ir_dialect_at(ctx, i)->name, ir_dialect_at(ctx, i)->summary);
}

// Candidates for the nearest name.
typedef struct Names {
  IrContext *ctx;
  size_t dialect, op;
} Names;

static const char *next_dialect(void *user) {
  Names *n = user;
  return n->dialect < ir_dialect_count(n->ctx) ? ir_dialect_at(n->ctx, n->dialect++)->name : NULL;
}

static const char *next_op(void *user) {
  Names *n = user;
  for (; n->dialect < ir_dialect_count(n->ctx); n->dialect++, n->op = 0) {
    const IrOpDef *const *ops = ir_dialect_at(n->ctx, n->dialect)->ops;
    if (ops && ops[n->op]) return ops[n->op++]->name;
  }
  return NULL;
}

static const char *next_pass(void *user) {
  Names *n = user;
  return ir_pass_name_at(n->ctx, n->op++);
}

static IrStatus unknown(IrContext *ctx, const char *what, const char *name,
                        const char *(*next)(void *user)) {
  Names names = {ctx, 0, 0};
  (void)ir_error(ctx, IR_LOC_UNKNOWN, "no {} is named '{}'", what, name);
  const char *near = ir_nearest(ir_str(name), next, &names);
  if (near) ir_help(ctx, "did you mean '{}'?", near);
  return IR_FAILED;
}

IrStatus driver_unknown_dialect(IrContext *ctx, const char *name) {
  return unknown(ctx, "dialect", name, next_dialect);
}

IrStatus driver_list_ops(IrContext *ctx, const char *dialect, IrStream *out) {
  bool all = !dialect || !*dialect;
  if (!all && !ir_dialect_lookup(ctx, ir_str(dialect))) return driver_unknown_dialect(ctx, dialect);
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *d = ir_dialect_at(ctx, i);
    if (!all && strcmp(d->name, dialect)) continue;
    for (size_t k = 0; d->ops && d->ops[k]; k++)
      print_row(out, d->ops[k]->name, d->ops[k]->summary);
  }
  return IR_OK;
}

static const char *arity_text(IrArity arity) {
  if (arity == IR_OPTIONAL) return " (optional)";
  return arity == IR_VARIADIC ? " (any number)" : "";
}

static void print_slot(IrStream *out, const char *name, const char *is, const char *arity) {
  ir_print(out, "  {}: {}{}\n", name, is ? is : "anything", arity);
}

static void print_slots(IrStream *out, const char *title, const IrSlotDef *slots) {
  if (!slots || !slots[0].name) return;
  ir_print(out, "\n{}:\n", title);
  for (; slots->name; slots++)
    print_slot(out, slots->name, slots->is ? slots->is->name : NULL, arity_text(slots->arity));
}

static void print_attrs(IrStream *out, const IrAttrSlotDef *attrs) {
  if (!attrs || !attrs[0].name) return;
  ir_write_cstr(out, "\nattributes:\n");
  for (; attrs->name; attrs++) {
    print_slot(out, attrs->name, attrs->is ? attrs->is->name : NULL, arity_text(attrs->arity));
    const char *const *words = attrs->is ? attrs->is->keywords : NULL;
    if (words) ir_write_cstr(out, "    one of:");
    for (; words && *words; words++) ir_print(out, " {}", *words);
    if (attrs->is && attrs->is->keywords) ir_write_char(out, '\n');
  }
}

static void print_regions(IrStream *out, const IrRegionDef *regions) {
  if (!regions || !regions[0].name) return;
  ir_write_cstr(out, "\nregions:\n");
  for (; regions->name; regions++)
    ir_print(out, "  {}{}{}{}\n", regions->name,
             regions->flags & IR_REGION_ONE_BLOCK ? ", one block" : "",
             regions->flags & IR_REGION_MAY_BE_EMPTY ? ", may be empty" : "",
             regions->flags & IR_REGION_VARIADIC ? ", any number" : "");
}

const char *driver_trait_name(unsigned bit) {
  static const char *const names[] = {"pure",
                                      "commutative",
                                      "terminator",
                                      "isolated from above",
                                      "symbol",
                                      "symbol table",
                                      "same type",
                                      "same operand types",
                                      "elementwise",
                                      "no terminator",
                                      "constant",
                                      "hands operands to its parent",
                                      "segment sizes",
                                      "reads memory",
                                      "writes memory",
                                      "allocates memory",
                                      "no effect",
                                      "effects of regions",
                                      "synchronizes",
                                      "convergent",
                                      "ops of its dialect inside need no prefix",
                                      "scope of allocations",
                                      "not executed"};
  return bit < sizeof names / sizeof names[0] ? names[bit] : NULL;
}

static void print_traits(IrStream *out, uint64_t traits) {
  if (!traits) return;
  ir_write_cstr(out, "\ntraits: ");
  bool any = false;
  for (unsigned i = 0; driver_trait_name(i); i++) {
    if (!(traits & ((uint64_t)1 << i))) continue;
    ir_print(out, "{}{}", any ? ", " : "", driver_trait_name(i));
    any = true;
  }
  ir_write_char(out, '\n');
}

static void print_indented(IrStream *out, const char *title, const char *text) {
  if (!text || !*text) return;
  ir_print(out, "\n{}:\n", title);
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n");
    ir_write_indent(out, 2);
    ir_write(out, line, n);
    ir_write_char(out, '\n');
    line += n + (line[n] == '\n');
  }
}

IrStatus driver_help_op(IrContext *ctx, const char *name, IrStream *out) {
  const IrOpInfo *info = ir_op_lookup(ctx, ir_str(name));
  const IrOpDef *def = info ? ir_op_info_def(info) : NULL;
  if (!def) return unknown(ctx, "op", name, next_op);
  ir_print(out, "{}: {}\n", def->name, def->summary ? def->summary : "");
  if (def->doc) ir_print(out, "\n{}\n", def->doc);
  print_slots(out, "operands", def->operands);
  print_slots(out, "results", def->results);
  print_attrs(out, def->attrs);
  print_regions(out, def->regions);
  print_traits(out, def->traits);
  print_indented(out, "format", def->format);
  print_indented(out, "example", def->example);
  return IR_OK;
}

static void print_option(IrStream *out, const IrOptionDef *option) {
  IrStream name = {0}, help = {0};
  for (const char *c = option->name; *c; c++) ir_write_char(&name, *c == '_' ? '-' : *c);
  ir_write_char(&name, '=');
  ir_option_print_kind(option, &name);
  ir_print(&help, "{} (default: ", option->help);
  ir_option_print_default(option, &help);
  ir_write_char(&help, ')');
  print_row(out, ir_stream_cstr(&name), ir_stream_cstr(&help));
  ir_stream_free(&name);
  ir_stream_free(&help);
}

static void print_remarks(IrStream *out, const IrRemarkDef *remarks) {
  if (!remarks || !remarks->name) return;
  ir_write_cstr(out, "\nremarks:\n");
  for (; remarks->name; remarks++) {
    char buffer[IR_REMARK_ID + 1];
    IrStr id = ir_remark_id(remarks, buffer);
    buffer[id.len] = 0;
    print_row(out, buffer, remarks->help);
  }
}

static void print_options(IrStream *out, const IrOptionDef *options) {
  if (!options || !options[0].name) return;
  ir_write_cstr(out, "\noptions:\n");
  for (; options->name; options++) print_option(out, options);
}

// `{a=1}` of the first option, with its default.
static void print_example_options(IrStream *out, const IrOptionDef *options) {
  if (!options || !options->name) return;
  ir_write_char(out, '{');
  for (const char *c = options->name; *c; c++) ir_write_char(out, *c == '_' ? '-' : *c);
  ir_write_char(out, '=');
  ir_option_print_default(options, out);
  ir_write_char(out, '}');
}

// How it is written, nested where it has to be.
static void print_pipeline_example(IrStream *out, const char *name, const char *anchor,
                                   const IrOptionDef *options) {
  bool nested = anchor && strcmp(anchor, "builtin.module");
  ir_print(out, "\nexample:\n  tile-opt FILE --pass-pipeline='builtin.module({}{}{}",
           nested ? anchor : "", nested ? "(" : "", name);
  print_example_options(out, options);
  ir_print(out, "{})'\n", nested ? ")" : "");
}

IrStatus driver_help_pass(IrContext *ctx, const char *name, IrStream *out) {
  const IrPipelineDef *pipeline = ir_pipeline_lookup(ctx, ir_str(name));
  if (pipeline) {
    ir_print(out, "{} (pipeline): {}\n", name, pipeline->summary ? pipeline->summary : "");
    print_options(out, pipeline->options);
    print_pipeline_example(out, name, NULL, pipeline->options);
    return IR_OK;
  }
  const IrPassDef *pass = ir_pass_lookup(ctx, ir_str(name));
  if (!pass) return unknown(ctx, "pass or pipeline", name, next_pass);
  ir_print(out, "{}: {}\n", pass->name, pass->summary ? pass->summary : "");
  if (pass->doc) ir_print(out, "\n{}\n", pass->doc);
  ir_print(out, "\nruns on: {}\n", pass->anchor ? pass->anchor : "any op isolated from above");
  if (pass->needs) ir_print(out, "makes ops of: {}\n", pass->needs);
  print_options(out, pass->options);
  if (pass->stats && pass->stats[0].name) ir_write_cstr(out, "\nstatistics:\n");
  for (const IrStatDef *s = pass->stats; s && s->name; s++) print_row(out, s->name, s->help);
  print_remarks(out, ir_pass_remarks(pass));
  print_pipeline_example(out, name, pass->anchor, pass->options);
  return IR_OK;
}
