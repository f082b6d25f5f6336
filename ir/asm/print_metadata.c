// What stands behind the op that is printed: the blobs its attributes name, and external resources
// that the text had.  See resources.h.
#include "ir/asm/printer_impl.h"
#include "ir/asm/resources.h"
#include "ir/core/blob.h"

void ir_see_resource(IrPrinter *p, IrAttr key) {
  if (ir_aliases_collecting(p)) return;
  for (size_t i = 0; i < p->resources.n; i++)
    if (p->resources.at[i] == key) return;
  ir_vec_push(&p->resources, key);
}

size_t ir_number_distinct(IrPrinter *p, IrAttr attr) {
  if (ir_aliases_collecting(p)) return 0;
  size_t number = (size_t)(uintptr_t)ir_ptrmap_get(&p->distinct, attr);
  if (number) return number - 1;
  ir_ptrmap_set(&p->distinct, attr, (void *)(uintptr_t)(++p->num_distinct));
  return p->num_distinct - 1;
}

void ir_printer_release(IrPrinter *p) {
  ir_vec_free(&p->resources);
  ir_ptrmap_free(&p->distinct);
}

// Groups are opened when the first of their entries is written.
typedef struct Writer {
  IrPrinter *p;
  IrStr section, group;
} Writer;

static void close_group(Writer *w) {
  if (w->group.len) ir_write_cstr(w->p->out, "\n    }");
  w->group = (IrStr){0};
}

static void open_group(Writer *w, IrStr section, IrStr group) {
  IrStream *out = w->p->out;
  if (!w->section.len) ir_write_cstr(out, "\n{-#\n");
  if (!ir_str_equal(section, w->section)) {
    close_group(w);
    if (w->section.len) ir_write_cstr(out, "\n  },\n");
    ir_print(out, "  {}: {{\n", section);
    w->section = section;
  } else {
    close_group(w);
    ir_write_cstr(out, ",\n");
  }
  ir_write_cstr(out, "    ");
  ir_print_key(w->p, group);
  ir_write_cstr(out, ": {\n");
  w->group = group;
}

static void write_entry(Writer *w, IrStr section, IrStr group, IrStr key, IrStr text, bool quoted) {
  IrPrinter *p = w->p;
  int64_t limit = p->options.elide_resources_above;
  if (limit > 0 && (int64_t)text.len + 2 * quoted > limit) return;
  bool same = ir_str_equal(section, w->section) && ir_str_equal(group, w->group);
  if (same)
    ir_write_cstr(p->out, ",\n");
  else
    open_group(w, section, group);
  ir_write_cstr(p->out, "      ");
  ir_print_key(p, key);
  ir_write_cstr(p->out, ": ");
  if (quoted)
    ir_write_quoted(p->out, text);
  else
    ir_write(p->out, text.ptr, text.len);
}

void ir_print_metadata(IrPrinter *p) {
  Writer w = {.p = p};
  for (size_t i = 0; i < p->resources.n; i++) {
    IrStr text = ir_blob_text(p->ctx, p->resources.at[i]);
    if (text.len)
      write_entry(&w, IR_STR("dialect_resources"), IR_STR("builtin"),
                  ir_attr_str(p->resources.at[i]), text, true);
  }
  for (size_t i = 0; i < p->options.num_external; i++) {
    const IrFileResource *r = &p->options.external[i];
    write_entry(&w, IR_STR("external_resources"), r->group, r->key, r->text, r->quoted);
  }
  if (!w.section.len) return;
  close_group(&w);
  ir_write_cstr(p->out, "\n  }\n#-}\n");
}
