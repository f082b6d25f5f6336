// Composed locations: uniqued in one table, so that equal ones are one id.
#include "ir/support/arena.h"
#include "ir/support/map.h"
#include "ir/support/source_impl.h"
#include "ir/support/vec.h"

static uint32_t hash_of(const IrComposedLoc *loc) {
  uint64_t hash = ir_hash_bytes(loc->text.ptr, loc->text.len, loc->kind);
  if (loc->kind == IR_LOC_KIND_FUSED) {
    hash = ir_hash_bytes(loc->children, loc->b * sizeof(IrLoc), hash);
    return (uint32_t)ir_hash_bytes(&loc->metadata, sizeof loc->metadata, hash);
  }
  return (uint32_t)ir_hash_bytes((uint32_t[]){loc->a, loc->b, loc->end_line, loc->end_col}, 16,
                                 hash);
}

static bool same(const IrComposedLoc *x, const IrComposedLoc *y) {
  if (x->kind != y->kind || x->a != y->a || x->b != y->b || !ir_str_equal(x->text, y->text) ||
      x->end_line != y->end_line || x->end_col != y->end_col || x->metadata != y->metadata)
    return false;
  return x->kind != IR_LOC_KIND_FUSED ||
         memcmp(x->children, y->children, x->b * sizeof(IrLoc)) == 0;
}

static const IrComposedLoc *find(const IrSources *s, const IrComposedLoc *loc, uint32_t hash) {
  IrProbe probe = ir_intern_probe(&s->index, hash);
  const IrComposedLoc *known;
  while ((known = ir_intern_next(&probe)))
    if (same(known, loc)) return known;
  return NULL;
}

static const IrComposedLoc *add(IrSources *s, IrArena *arena, IrComposedLoc loc) {
  loc.text.ptr = ir_arena_strdup(arena, loc.text);
  if (loc.kind == IR_LOC_KIND_FUSED) {
    IrLoc *children = IR_NEW_ARRAY(arena, IrLoc, loc.b);
    if (loc.b) memcpy(children, loc.children, loc.b * sizeof(IrLoc));
    loc.children = children;
  }
  uint32_t n = ir_stable_count(&s->composed);
  loc.id = IR_FIRST_COMPOSED_LOC + n;
  ir_stable_push(&s->composed, &loc, sizeof loc);
  return ir_stable_at(&s->composed, n, sizeof loc);
}

static IrLoc unique(IrContext *ctx, IrComposedLoc loc) {
  IrSources *s = ir_context_sources(ctx);
  uint32_t hash = hash_of(&loc);
  const IrComposedLoc *known = find(s, &loc, hash);
  if (known) return (IrLoc){known->id};
  bool shared = ir_context_is_shared(ctx);
  ir_lock(&s->index.lock, shared);
  if (shared) known = find(s, &loc, hash); // another thread may have been faster
  if (!known) {
    known = add(s, ir_context_arena(ctx), loc);
    ir_intern_insert(&s->index, known, hash, shared);
  }
  ir_unlock(&s->index.lock, shared);
  return (IrLoc){known->id};
}

IrLoc ir_loc_file(IrContext *ctx, IrStr file, uint32_t line, uint32_t col) {
  return ir_loc_file_range(ctx, file, line, col, line, col);
}

IrLoc ir_loc_file_range(IrContext *ctx, IrStr file, uint32_t line, uint32_t col, uint32_t end_line,
                        uint32_t end_col) {
  return unique(ctx, (IrComposedLoc){.kind = IR_LOC_KIND_FILE,
                                     .a = line,
                                     .b = col,
                                     .end_line = end_line,
                                     .end_col = end_col,
                                     .text = file});
}

IrLoc ir_loc_name(IrContext *ctx, IrStr name, IrLoc child) {
  return unique(ctx, (IrComposedLoc){.kind = IR_LOC_KIND_NAME, .a = child.id, .text = name});
}

IrLoc ir_loc_callsite(IrContext *ctx, IrLoc callee, IrLoc caller) {
  return unique(ctx, (IrComposedLoc){.kind = IR_LOC_KIND_CALLSITE, .a = callee.id, .b = caller.id});
}

typedef struct Fusing {
  IR_VEC(IrLoc) list;
  IrPtrMap seen;
} Fusing;

static void fuse(Fusing *fusing, IrLoc loc) {
  void *key = (void *)((uintptr_t)loc.id + 1);
  if (ir_ptrmap_get(&fusing->seen, key)) return;
  ir_ptrmap_set(&fusing->seen, key, key);
  ir_vec_push(&fusing->list, loc);
}

IrLoc ir_loc_fused(IrContext *ctx, const IrLoc *locs, size_t n) {
  return ir_loc_fused_with(ctx, locs, n, NULL);
}

IrLoc ir_loc_fused_with(IrContext *ctx, const IrLoc *locs, size_t n, IrAttr metadata) {
  Fusing all = {0};
  for (size_t i = 0; i < n; i++) {
    const IrComposedLoc *part = ir_loc_composed(ctx, locs[i]);
    if (part && part->kind == IR_LOC_KIND_FUSED && part->metadata == metadata)
      for (uint32_t k = 0; k < part->b; k++) fuse(&all, part->children[k]);
    else if (locs[i].id)
      fuse(&all, locs[i]);
  }
  if (!all.list.n && metadata) fuse(&all, IR_LOC_UNKNOWN);
  IrLoc fused = all.list.n ? all.list.at[0] : IR_LOC_UNKNOWN;
  if (metadata || all.list.n > 1)
    fused = unique(ctx, (IrComposedLoc){.kind = IR_LOC_KIND_FUSED,
                                        .b = (uint32_t)all.list.n,
                                        .children = all.list.at,
                                        .metadata = metadata});
  ir_vec_free(&all.list);
  ir_ptrmap_free(&all.seen);
  return fused;
}

IrAttr ir_loc_metadata(IrContext *ctx, IrLoc loc) {
  const IrComposedLoc *composed = ir_loc_composed(ctx, loc);
  return composed ? composed->metadata : NULL;
}

const IrComposedLoc *ir_loc_composed(IrContext *ctx, IrLoc loc) {
  if (loc.id < IR_FIRST_COMPOSED_LOC) return NULL;
  return ir_stable_at(&ir_context_sources(ctx)->composed, loc.id - IR_FIRST_COMPOSED_LOC,
                      sizeof(IrComposedLoc));
}

IrLocKind ir_loc_kind(IrContext *ctx, IrLoc loc) {
  if (loc.id == 0) return IR_LOC_KIND_UNKNOWN;
  const IrComposedLoc *composed = ir_loc_composed(ctx, loc);
  return composed ? composed->kind : IR_LOC_KIND_SOURCE;
}

IrCallsite ir_loc_callsite_parts(IrContext *ctx, IrLoc callsite) {
  const IrComposedLoc *composed = ir_loc_composed(ctx, callsite);
  return (IrCallsite){{composed->a}, {composed->b}};
}

static void print_place(IrContext *ctx, IrLoc loc, IrStream *stream) {
  const IrComposedLoc *file = ir_loc_composed(ctx, loc);
  IrFileLineCol place = ir_loc_resolve(ctx, loc);
  ir_write_quoted(stream, place.file);
  ir_print(stream, ":{}:{}", file ? file->a : place.line, file ? file->b : place.col);
  if (!file || (file->end_line == file->a && file->end_col == file->b)) return;
  if (file->end_line == file->a)
    ir_print(stream, " to :{}", file->end_col);
  else
    ir_print(stream, " to {}:{}", file->end_line, file->end_col);
}

// Locations nest as deep as the text they were read from, which the parser bounds, or as deep as
// inlining goes.
void ir_loc_print(IrContext *ctx, IrLoc loc, IrStream *stream) {
  const IrComposedLoc *composed = ir_loc_composed(ctx, loc);
  switch (ir_loc_kind(ctx, loc)) {
  case IR_LOC_KIND_UNKNOWN:
    ir_write_cstr(stream, "unknown");
    return;
  case IR_LOC_KIND_SOURCE:
  case IR_LOC_KIND_FILE:
    print_place(ctx, loc, stream);
    return;
  case IR_LOC_KIND_NAME:
    ir_write_quoted(stream, composed->text);
    if (composed->a == 0) return;
    ir_write_char(stream, '(');
    ir_loc_print(ctx, (IrLoc){composed->a}, stream);
    break;
  case IR_LOC_KIND_CALLSITE:
    ir_write_cstr(stream, "callsite(");
    ir_loc_print(ctx, (IrLoc){composed->a}, stream);
    ir_write_cstr(stream, " at ");
    ir_loc_print(ctx, (IrLoc){composed->b}, stream);
    break;
  case IR_LOC_KIND_FUSED:
    ir_write_cstr(stream, "fused");
    if (composed->metadata) ir_print(stream, "<{}>", composed->metadata);
    ir_write_char(stream, '[');
    for (uint32_t i = 0; i < composed->b; i++) {
      if (i) ir_write_cstr(stream, ", ");
      ir_loc_print(ctx, composed->children[i], stream);
    }
    ir_write_char(stream, ']');
    return;
  }
  ir_write_char(stream, ')');
}
