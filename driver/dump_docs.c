// Reference pages in Markdown, from the tables of dialects and passes; see reference.h.
#include "driver/reference.h"

// ---- Pieces ----

// Text of a table cell or a paragraph: a `|` would end the cell.
static void write_cell(IrStream *out, const char *text) {
  for (; *text; text++) {
    if (*text == '|') ir_write_char(out, '\\');
    ir_write_char(out, *text == '\n' ? ' ' : *text);
  }
}

static void write_row(IrStream *out, const char *name, const char *text) {
  ir_print(out, "| `{}` | ", name);
  write_cell(out, text ? text : "");
  ir_write_cstr(out, " |\n");
}

static void write_table_head(IrStream *out, const char *first, const char *second) {
  ir_print(out, "\n| {} | {} |\n|---|---|\n", first, second);
}

static void write_code(IrStream *out, const char *language, const char *text) {
  if (text && *text) ir_print(out, "\n```{}\n{}\n```\n", language, text);
}

static void write_text(IrStream *out, const char *summary, const char *doc) {
  if (summary && *summary) ir_print(out, "\n{}\n", summary);
  if (doc && *doc) ir_print(out, "\n{}\n", doc);
}

static const char *arity_text(IrArity arity) {
  if (arity == IR_OPTIONAL) return ", optional";
  return arity == IR_VARIADIC ? ", any number" : "";
}

// ---- Ops ----

static void write_slot(IrStream *out, const char *name, const char *is, IrArity arity) {
  ir_print(out, "| `{}` | ", name);
  write_cell(out, is ? is : "anything");
  ir_print(out, "{} |\n", arity_text(arity));
}

static void write_slots(IrStream *out, const char *title, const IrSlotDef *slots) {
  if (!slots || !slots->name) return;
  write_table_head(out, title, "is");
  for (; slots->name; slots++)
    write_slot(out, slots->name, slots->is ? slots->is->name : NULL, slots->arity);
}

static void write_attrs(IrStream *out, const IrAttrSlotDef *attrs) {
  if (!attrs || !attrs->name) return;
  write_table_head(out, "attribute", "is");
  for (; attrs->name; attrs++) {
    ir_print(out, "| `{}` | ", attrs->name);
    write_cell(out, attrs->is ? attrs->is->name : "anything");
    const char *const *words = attrs->is ? attrs->is->keywords : NULL;
    if (words) ir_write_char(out, ':');
    for (; words && *words; words++) ir_print(out, " `{}`", *words);
    ir_print(out, "{} |\n", arity_text(attrs->arity));
  }
}

static void write_regions(IrStream *out, const IrRegionDef *regions) {
  if (!regions || !regions->name) return;
  write_table_head(out, "region", "holds");
  for (; regions->name; regions++)
    ir_print(out, "| `{}` | {}{}{} |\n", regions->name,
             regions->flags & IR_REGION_ONE_BLOCK ? "one block" : "blocks",
             regions->flags & IR_REGION_MAY_BE_EMPTY ? ", may be empty" : "",
             regions->flags & IR_REGION_VARIADIC ? ", any number" : "");
}

static void write_successors(IrStream *out, const IrSuccessorDef *successors) {
  if (!successors || !successors->name) return;
  write_table_head(out, "successor", "is");
  for (; successors->name; successors++)
    write_slot(out, successors->name, "a block", successors->arity);
}

static void write_traits(IrStream *out, uint64_t traits) {
  const char *between = "\nTraits: ";
  for (unsigned i = 0; driver_trait_name(i); i++) {
    if (!(traits & ((uint64_t)1 << i))) continue;
    ir_print(out, "{}{}", between, driver_trait_name(i));
    between = ", ";
  }
  if (*between == ',') ir_write_cstr(out, ".\n");
}

static void write_format(IrStream *out, const IrOpDef *op) {
  if (op->format) ir_print(out, "\nFormat:\n```\n{} {}\n```\n", op->name, op->format);
}

static void write_op(IrStream *out, const IrOpDef *op) {
  ir_print(out, "\n### {}\n", op->name);
  write_text(out, op->summary, op->doc);
  write_code(out, "mlir", op->example);
  write_format(out, op);
  write_slots(out, "operand", op->operands);
  write_slots(out, "result", op->results);
  write_attrs(out, op->attrs);
  write_regions(out, op->regions);
  write_successors(out, op->successors);
  write_traits(out, op->traits);
}

// ---- Pages ----

static void write_generated(IrStream *out, const char *title) {
  ir_print(out, "<!-- Made by tests/reference.sh from the tables; do not edit. -->\n# {}\n", title);
}

static void write_dialect(IrStream *out, const IrDialect *d) {
  IrStream title = {0};
  ir_print(&title, "The {} dialect", d->name);
  write_generated(out, ir_stream_cstr(&title));
  ir_stream_free(&title);
  write_text(out, d->summary, d->doc);
  if (d->ops && d->ops[0]) ir_write_cstr(out, "\n## Ops\n");
  for (size_t i = 0; d->ops && d->ops[i]; i++) write_op(out, d->ops[i]);
  if (d->types && d->types[0]) ir_write_cstr(out, "\n## Types\n");
  for (size_t i = 0; d->types && d->types[i]; i++) {
    ir_print(out, "\n### !{}\n", d->types[i]->name);
    write_text(out, d->types[i]->summary, d->types[i]->doc);
    write_code(out, "mlir", d->types[i]->example);
  }
  if (d->attrs && d->attrs[0]) ir_write_cstr(out, "\n## Attributes\n");
  for (size_t i = 0; d->attrs && d->attrs[i]; i++) {
    ir_print(out, "\n### #{}\n", d->attrs[i]->name);
    write_text(out, d->attrs[i]->summary, d->attrs[i]->doc);
    write_code(out, "mlir", d->attrs[i]->example);
  }
  if (d->directives && d->directives[0]) ir_write_cstr(out, "\n## Directives\n\n");
  for (size_t i = 0; d->directives && d->directives[i]; i++)
    ir_print(out, "- `{}`\n", d->directives[i]->name);
}

// The kind in the code of a cell, in which `|` has to be escaped.
static void write_kind(IrStream *out, const IrOptionDef *option) {
  IrStream kind = {0};
  ir_option_print_kind(option, &kind);
  for (size_t i = 0; i < kind.len; i++)
    ir_print(out, "{}{}", kind.data[i] == '|' ? "\\" : "", kind.data[i]);
  ir_stream_free(&kind);
}

static void write_option(IrStream *out, const IrOptionDef *option) {
  ir_write_cstr(out, "| `");
  for (const char *c = option->name; *c; c++) ir_write_char(out, *c == '_' ? '-' : *c);
  ir_write_cstr(out, "` | ");
  write_kind(out, option);
  ir_write_cstr(out, " | `");
  ir_option_print_default(option, out);
  ir_write_cstr(out, "` | ");
  write_cell(out, option->help ? option->help : "");
  ir_write_cstr(out, " |\n");
}

static void write_options(IrStream *out, const IrOptionDef *options) {
  if (!options || !options->name) return;
  ir_write_cstr(out, "\n| option | type | default | meaning |\n|---|---|---|---|\n");
  for (; options->name; options++) write_option(out, options);
}

static void write_remarks(IrStream *out, const IrRemarkDef *remarks) {
  if (!remarks || !remarks->name) return;
  write_table_head(out, "remark", "says");
  for (; remarks->name; remarks++) {
    char buffer[IR_REMARK_ID + 1];
    IrStr id = ir_remark_id(remarks, buffer);
    buffer[id.len] = 0;
    write_row(out, buffer, remarks->help);
  }
}

static void write_pass(IrStream *out, const IrPassDef *pass) {
  ir_print(out, "\n### {}\n", pass->name);
  write_text(out, pass->summary, pass->doc);
  if (pass->anchor) ir_print(out, "\nRuns on: `{}`.\n", pass->anchor);
  if (!pass->anchor) ir_write_cstr(out, "\nRuns on: any op isolated from above.\n");
  if (pass->needs) ir_print(out, "\nMakes ops of: {}.\n", pass->needs);
  write_options(out, pass->options);
  if (pass->stats && pass->stats->name) write_table_head(out, "statistic", "counts");
  for (const IrStatDef *s = pass->stats; s && s->name; s++) write_row(out, s->name, s->help);
  write_remarks(out, ir_pass_remarks(pass));
}

static void write_passes(IrContext *ctx, IrStream *out) {
  write_generated(out, "Passes and pipelines");
  ir_write_cstr(out, "\n## Passes\n");
  for (size_t i = 0; i < ir_pass_count(ctx); i++) write_pass(out, ir_pass_at(ctx, i));
  if (ir_pipeline_count(ctx)) ir_write_cstr(out, "\n## Pipelines\n");
  for (size_t i = 0; i < ir_pipeline_count(ctx); i++) {
    const IrPipelineDef *pipeline = ir_pipeline_at(ctx, i);
    ir_print(out, "\n### {}\n", pipeline->name);
    write_text(out, pipeline->summary, NULL);
    write_options(out, pipeline->options);
  }
}

static void write_index(IrContext *ctx, IrStream *out) {
  write_generated(out, "Reference");
  write_table_head(out, "page", "what");
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *d = ir_dialect_at(ctx, i);
    ir_print(out, "| [{}]({}.md) | ", d->name, d->name);
    write_cell(out, d->summary ? d->summary : "");
    ir_write_cstr(out, " |\n");
  }
  ir_write_cstr(out, "| [passes](passes.md) | Passes and pipelines. |\n");
}

IrStatus driver_dump_docs(IrContext *ctx, const char *page, IrStream *out) {
  bool all = !page || !*page;
  size_t before = out->len;
  if (all || !strcmp(page, "index")) write_index(ctx, out);
  if (all || !strcmp(page, "passes")) write_passes(ctx, out);
  for (size_t i = 0; i < ir_dialect_count(ctx); i++) {
    const IrDialect *d = ir_dialect_at(ctx, i);
    if (all || !strcmp(page, d->name)) write_dialect(out, d);
  }
  if (out->len > before) return IR_OK;
  return driver_unknown_dialect(ctx, page);
}
