// Whole files and ops: the top level, results, generic form.
//
// An op with an error is dropped: its results become poisoned names, so that uses of them say
// nothing, and parsing goes on where the next op of the same block seems to start (recover.c).
#include "ir/asm/format.h"
#include "ir/asm/parser_impl.h"
#include "ir/core/op_impl.h"

bool ir_may_report(IrParser *p, IrLoc loc) {
  if (p->quiet || p->fatal) return false;
  if (!ir_diag_is_enough(p->ctx, p->errors, loc)) return p->errors++, true;
  p->fatal = true;
  return false;
}

IrStatus ir_parser_error_args(IrParser *p, IrLoc loc, const char *format, const IrFmtArg *args,
                              size_t n) {
  bool lexed = p->tok.kind == IR_TOK_ERROR && loc.id == p->base + p->tok.at;
  p->failed = true;
  p->muted = lexed || !ir_may_report(p, loc);
  if (!p->muted) (void)ir_diag_args(p->ctx, IR_ERROR, loc, format, args, n);
  return IR_FAILED;
}

// What is missing at the end of a line is missed there, not at the next line's first word.
static IrLoc place_of_missing(IrParser *p) {
  const char *at = p->begin + p->tok.at;
  bool new_line = p->last_end && p->last_end < at &&
                  memchr(p->last_end, '\n', (size_t)(at - p->last_end)) != NULL;
  return new_line && p->last_end > p->begin ? ir_loc_at(p, p->last_end) : ir_parser_loc(p);
}

IrStatus ir_expected(IrParser *p, const char *what) {
  IrLoc loc = place_of_missing(p);
  if (ir_at(p, IR_TOK_EOF)) {
    (void)ir_parser_error(p, loc, "expected {}, got the end of the text", what);
    IR_PARSE_HELP(p, "is the text cut off?");
    p->failed_at_end = true;
    return IR_FAILED;
  }
  return ir_parser_error(p, loc, "expected {}, got '{}'", what, ir_token_text(p));
}

IrStatus ir_want(IrParser *p, int kind, const char *what) {
  if (ir_take(p, kind)) return IR_OK;
  return ir_expected(p, what);
}

IrStatus ir_too_deep(IrParser *p, IrLoc loc) {
  (void)ir_parser_error(p, loc, "nested more than {} levels deep", (int)IR_MAX_NESTING);
  IR_PARSE_HELP(p, "nothing real is nested so deeply; is a bracket missing before?");
  p->fatal = true;
  return IR_FAILED;
}

IrStatus ir_enter(IrParser *p) {
  if (p->nesting == IR_MAX_NESTING) return ir_too_deep(p, ir_parser_loc(p));
  p->nesting++;
  p->parts++;
  if (p->nesting > p->deepest) p->deepest = p->nesting;
  return IR_OK;
}

// ---- The state of the op being parsed. ----

static IrOpState *push_state(IrParser *p, const IrOpInfo *info, IrLoc loc) {
  if (p->state_depth == p->num_states) {
    p->states = ir_realloc(p->states, (p->num_states + 1) * sizeof(IrStateFrame *));
    p->states[p->num_states++] = ir_calloc(1, sizeof(IrStateFrame));
  }
  IrStateFrame *frame = p->states[p->state_depth++];
  IrOpState *state = &frame->state;
  size_t attrs = info->num_slots;
  if (attrs > frame->attrs_cap) {
    frame->attrs = ir_realloc(frame->attrs, attrs * sizeof(IrAttr));
    frame->attrs_cap = attrs;
  }
  if (attrs) memset((void *)frame->attrs, 0, attrs * sizeof(IrAttr));
  state->ctx = p->ctx;
  state->info = info;
  state->loc = loc;
  state->attrs = frame->attrs;
  state->operands.n = state->result_types.n = state->discardable.n = 0;
  state->successors.n = state->regions.n = 0;
  return state;
}

static void pop_state(IrParser *p, IrOpState *state) {
  for (size_t i = 0; i < state->regions.n; i++) ir_drop_region(p, state->regions.at[i]);
  state->regions.n = 0;
  p->state_depth--;
}

static void free_states(IrParser *p) {
  for (size_t i = 0; i < p->num_states; i++) {
    IrOpState *state = &p->states[i]->state;
    ir_vec_free(&state->operands);
    ir_vec_free(&state->result_types);
    ir_vec_free(&state->discardable);
    ir_vec_free(&state->successors);
    ir_vec_free(&state->regions);
    ir_free((void *)p->states[i]->attrs);
    ir_free(p->states[i]);
  }
  ir_free(p->states);
}

static IrOp *create_op(IrParser *p, IrOpState *state) {
  IrAttr dict = NULL;
  if (state->discardable.n) {
    dict = ir_attr_dict(p->ctx, state->discardable.at, state->discardable.n);
  }
  IrOp *op = ir_op_create(p->ctx, &(IrOpCreate){.info = state->info,
                                                .loc = state->loc,
                                                .operands = state->operands.at,
                                                .num_operands = state->operands.n,
                                                .result_types = state->result_types.at,
                                                .num_results = state->result_types.n,
                                                .attrs = state->attrs,
                                                .discardable = dict,
                                                .successors = state->successors.at,
                                                .num_successors = state->successors.n,
                                                .num_regions = state->regions.n});
  for (size_t i = 0; i < state->regions.n; i++) {
    ir_region_take_body(ir_op_region(op, i), state->regions.at[i]);
    ir_region_destroy(state->regions.at[i]);
  }
  state->regions.n = 0;
  ir_block_append(p->block, op);
  return op;
}

// ---- Op names. ----

// A name without dialect belongs to the default dialect of the enclosing op.
static const IrOpInfo *lookup_short(IrParser *p, IrStr dialect, IrStr name) {
  char full[128];
  if (dialect.len + 1 + name.len > sizeof full) return NULL;
  memcpy(full, dialect.ptr, dialect.len);
  full[dialect.len] = '.';
  memcpy(full + dialect.len + 1, name.ptr, name.len);
  return ir_op_lookup(p->ctx, (IrStr){full, dialect.len + 1 + name.len});
}

static const IrOpInfo *lookup_custom(IrParser *p, IrStr name) {
  const IrOpInfo *info = ir_op_lookup(p->ctx, name);
  if (info || memchr(name.ptr, '.', name.len)) return info;
  if (p->default_dialect.len) info = lookup_short(p, p->default_dialect, name);
  return info ? info : lookup_short(p, IR_STR("builtin"), name);
}

// ---- Generic form: "name"(operands)[successors]<{...}>({regions}){attributes} : type ----

static IrStatus parse_operand_refs(IrParser *p) {
  IR_TRY(ir_want(p, '(', "'(' and the operands"));
  if (ir_take(p, ')')) return IR_OK;
  do {
    IrUnresolved operand;
    IR_TRY(ir_parse_operand(p, &operand));
    ir_vec_push(&p->operand_stack, operand);
  } while (ir_take(p, ','));
  return ir_want(p, ')', "',' or ')' after an operand");
}

static IrStatus parse_successor_list(IrParser *p, IrOpState *state) {
  if (!ir_take(p, '[')) return IR_OK;
  do {
    IrBlock *block;
    IR_TRY(ir_parse_block_ref(p, &block));
    ir_vec_push(&state->successors, block);
  } while (ir_take(p, ','));
  return ir_want(p, ']', "',' or ']' after a successor");
}

static IrStatus parse_properties(IrParser *p, IrOpState *state) {
  if (!ir_take(p, '<')) return IR_OK;
  IR_TRY(ir_parse_attr_dict(p, state));
  return ir_want(p, '>', "'>' after the properties");
}

static IrStatus parse_region_list(IrParser *p, IrOpState *state) {
  if (!ir_take(p, '(')) return IR_OK;
  do {
    p->keeps_dialect = true;
    IR_TRY(ir_parse_region(p, state, NULL, 0));
  } while (ir_take(p, ','));
  return ir_want(p, ')', "',' or ')' after a region");
}

static IrStatus resolve_by_type(IrParser *p, IrOpState *state, size_t from, IrLoc loc) {
  IrType type;
  IR_TRY(ir_want(p, ':', "':' and the op's type"));
  IrLoc type_loc = ir_parser_loc(p);
  IR_TRY(ir_parse_function_type(p, &type));
  size_t n = p->operand_stack.n - from, inputs = ir_type_num_inputs(type);
  if (n != inputs) {
    return ir_parser_error(p, type_loc, "the type has {} operand{}, but the op has {}", inputs,
                           inputs == 1 ? "" : "s", n);
  }
  for (size_t i = 0; i < n; i++) {
    IrUnresolved operand = p->operand_stack.at[from + i];
    IR_TRY(ir_resolve_operand(p, operand, ir_type_input(type, i), state));
  }
  for (size_t i = 0; i < ir_type_num_results(type); i++) {
    ir_vec_push(&state->result_types, ir_type_result(type, i));
  }
  (void)loc;
  return IR_OK;
}

static IrStatus parse_generic_rest(IrParser *p, IrOpState *state) {
  size_t from = p->operand_stack.n;
  IR_TRY(parse_operand_refs(p));
  IR_TRY(parse_successor_list(p, state));
  IR_TRY(parse_properties(p, state));
  IR_TRY(parse_region_list(p, state));
  IR_TRY(ir_parse_attr_dict(p, state));
  return resolve_by_type(p, state, from, state->loc);
}

static IrStatus generic_info(IrParser *p, const IrOpInfo **info) {
  IrStr name;
  IrLoc loc = ir_parser_loc(p);
  IR_TRY(ir_parse_string(p, &name));
  *info = ir_op_lookup(p->ctx, name);
  if (*info) return IR_OK;
  const char *dot = memchr(name.ptr, '.', name.len);
  if (name.len == 0) return ir_parser_error(p, loc, "an op's name is empty");
  IrStr dialect = {name.ptr, dot ? (size_t)(dot - name.ptr) : name.len};
  if (!ir_context_allows_unregistered(p->ctx) || (dot && ir_dialect_lookup(p->ctx, dialect))) {
    return ir_unknown_op(p, name, loc);
  }
  *info = ir_op_info_unregistered(p->ctx, name);
  return IR_OK;
}

// ---- Any op. ----

static IrStatus parse_result_names(IrParser *p) {
  do {
    IrResultName name = {.loc = ir_parser_loc(p), .count = 1};
    if (!ir_at(p, IR_TOK_PERCENT)) return ir_expected(p, "a result name such as '%x'");
    name.text = (IrStr){p->tok.ptr + 1, p->tok.len - 1};
    ir_advance(p);
    if (ir_take(p, ':')) {
      int64_t count;
      IrLoc loc = ir_parser_loc(p);
      IR_TRY(ir_parse_integer(p, &count));
      if (count < 1 || count > UINT32_MAX) {
        return ir_parser_error(p, loc, "number of results must be at least 1");
      }
      name.count = (uint32_t)count;
    }
    ir_vec_push(&p->result_names, name);
  } while (ir_take(p, ','));
  return ir_want(p, '=', "'=' after the result names");
}

static IrStatus parse_custom_rest(IrParser *p, IrOpState *state) {
  const IrOpDef *def = ir_op_info_def(state->info);
  if (def->parse) return def->parse(p, state);
  const IrFormat *format = ir_op_info_format(state->info);
  if (format) return ir_format_parse(format, p, state);
  (void)ir_parser_error(p, state->loc, "op '{}' has no custom form", def->name);
  IR_PARSE_HELP(p, "write it in generic form: \"{}\"(...)", def->name);
  return IR_FAILED;
}

// When an error in the text of an op came without a way out.
static void help_op(IrParser *p, const IrOpInfo *info, size_t errors) {
  if (ir_diag_error_count(p->ctx) == errors || ir_diag_is_helped(p->ctx)) return;
  if (!ir_op_info_def(info)) return;
  IR_PARSE_HELP(p, "'tile-opt --help-op={}' shows how it is written", ir_op_info_def(info)->name);
}

static IrStatus parse_op_body(IrParser *p, IrOp **op) {
  const IrOpInfo *info;
  IrLoc loc = ir_parser_loc(p);
  bool generic = ir_at(p, IR_TOK_STRING);
  if (generic) {
    IR_TRY(generic_info(p, &info));
  } else {
    if (!ir_at(p, IR_TOK_ID) && !ir_at(p, IR_TOK_EOF))
      return ir_parser_error(p, ir_parser_loc(p), "expected an op, got '{}'", ir_token_text(p));
    if (!ir_at(p, IR_TOK_ID)) return ir_expected(p, "an op");
    IrStr name = ir_token_text(p);
    info = lookup_custom(p, name);
    if (!info) return ir_unknown_op(p, name, loc);
    ir_advance(p);
  }
  IrOpState *state = push_state(p, info, loc);
  size_t operands = p->operand_stack.n, types = p->type_stack.n;
  size_t errors = ir_diag_error_count(p->ctx);
  IrLoc outer_loc = p->op_loc;
  p->op_loc = loc;
  IrStatus status = generic ? parse_generic_rest(p, state) : parse_custom_rest(p, state);
  p->operand_stack.n = operands;
  p->type_stack.n = types;
  if (status == IR_OK) *op = create_op(p, state);
  pop_state(p, state);
  p->op_loc = outer_loc;
  if (status != IR_OK) help_op(p, info, errors);
  return status;
}

static IrStatus bind_results(IrParser *p, IrOp *op, size_t from) {
  size_t n = ir_op_num_results(op), named = 0;
  for (size_t i = from; i < p->result_names.n; i++) named += p->result_names.at[i].count;
  if (named != n && named) {
    return ir_parser_error(p, p->result_names.at[from].loc,
                           "op '{}' has {} result{}, but {} {} named", ir_op_name(op), n,
                           n == 1 ? "" : "s", named, named == 1 ? "is" : "are");
  }
  size_t first = 0;
  IrStatus status = IR_OK;
  for (size_t i = from; i < p->result_names.n; i++) {
    IrResultName name = p->result_names.at[i];
    IrValue *value = ir_op_result(op, first);
    ir_value_name_at(value, name.loc);
    if (ir_define_value(p, name.text, name.loc, value, name.count) != IR_OK) status = IR_FAILED;
    first += name.count;
  }
  return status;
}

IrStatus ir_parse_op(IrParser *p) {
  size_t from = p->result_names.n, outer = p->num_result_names;
  IrOp *op = NULL;
  IrStatus status = IR_OK;
  if (ir_at(p, IR_TOK_PERCENT)) status = parse_result_names(p);
  p->num_result_names = 0;
  for (size_t i = from; i < p->result_names.n; i++) {
    p->num_result_names += p->result_names.at[i].count;
  }
  if (status == IR_OK) status = parse_op_body(p, &op);
  if (status == IR_OK) {
    status = bind_results(p, op, from);
    if (IR_AT_WORD(p, "loc") && ir_parse_trailing_loc(p, op, NULL) != IR_OK) status = IR_FAILED;
  }
  if (status != IR_OK) {
    p->failed = true;
    for (size_t i = from; i < p->result_names.n; i++) {
      ir_poison_value(p, p->result_names.at[i].text, p->result_names.at[i].loc);
    }
  }
  p->result_names.n = from;
  p->num_result_names = outer;
  return status;
}

// ---- Files. ----

static IrStatus parse_top_item(IrParser *p, IrOp *module) {
  if (ir_at(p, IR_TOK_HASH) || ir_at(p, IR_TOK_BANG)) return ir_parse_alias_definition(p);
  if (ir_at(p, IR_TOK_ID)) {
    const IrDirectiveDef *directive = ir_directive_lookup(p->ctx, ir_token_text(p));
    if (directive) {
      ir_advance(p);
      // It says how the rest is to be read: without it the rest is not worth reading.
      p->fatal = directive->parse(p, module) != IR_OK;
      return p->fatal ? IR_FAILED : IR_OK;
    }
  }
  if (ir_at_metadata(p)) return ir_parse_metadata(p);
  return ir_parse_op(p);
}

static void parse_top_level(IrParser *p, IrOp *module) {
  p->block = ir_module_body(module);
  p->default_dialect = IR_STR("builtin");
  while (!ir_at(p, IR_TOK_EOF) && !p->fatal) {
    const char *start = p->begin + p->tok.at;
    if (parse_top_item(p, module) != IR_OK) {
      p->failed = true;
      ir_recover(p, start);
      // A `}` that closes nothing would stop recovery forever.
      if (ir_at(p, '}')) ir_advance(p);
    }
  }
  ir_end_value_scope(p, 0, ir_module_body(module));
}

void ir_parser_finish(IrParser *p) {
  for (size_t i = 0; i < p->placeholders.n; i++) ir_op_destroy(ir_value_op(p->placeholders.at[i]));
  ir_vec_free(&p->placeholders);
  ir_vec_free(&p->resolved);
  ir_vec_free(&p->operand_stack);
  ir_vec_free(&p->type_stack);
  ir_vec_free(&p->attr_stack);
  ir_vec_free(&p->entry_stack);
  ir_vec_free(&p->result_names);
  ir_vec_free(&p->late_locs);
  ir_names_free(&p->values);
  ir_names_free(&p->blocks);
  ir_strmap_free(&p->type_aliases);
  ir_strmap_free(&p->blobs);
  ir_strmap_free(&p->distinct);
  ir_strmap_free(&p->attr_aliases);
  ir_strmap_free(&p->reported_types);
  ir_strmap_free(&p->reported_attrs);
  ir_ptrmap_free(&p->alias_sizes);
  free_states(p);
  ir_free(p->bound.at);
  ir_arena_destroy(&p->scratch);
}

// A file with nothing but one module is that module; what directives put on the implicit one moves
// to it.
static IrOp *unwrap_module(IrOp *module) {
  IrOp *inner = ir_block_first(ir_module_body(module));
  if (!inner || ir_op_next(inner) || !IS(inner, builtin_module)) return module;
  IrAttr dict = ir_op_discardable(module);
  for (size_t i = 0; dict && i < ir_attr_count(dict); i++) {
    IrNamedAttr entry = ir_attr_entry(dict, i);
    const char *name = ir_ident_str(entry.name).ptr;
    if (!ir_op_attr(inner, name)) ir_op_set_attr(inner, name, entry.value);
  }
  ir_op_detach(inner);
  ir_op_destroy(module);
  return inner;
}

static IrStatus check_one_op(IrParser *p, IrOp *module, IrOp **only) {
  *only = ir_block_first(ir_module_body(module));
  if (p->failed || (*only && !ir_op_next(*only))) return IR_OK;
  IrLoc loc = *only ? ir_op_loc(ir_op_next(*only)) : ir_op_loc(module);
  (void)ir_parser_error(p, loc, "the file must hold one op, but holds {}", *only ? "more" : "none");
  IR_PARSE_HELP(p, "put a module around its ops, or leave out --no-implicit-module");
  return IR_FAILED;
}

// The module that stands for the file begins in front of its first line.
static IrLoc implicit_module_loc(IrContext *ctx, IrLoc start) {
  return ir_loc_file(ctx, ir_loc_resolve(ctx, start).file, 0, 0);
}

IrOp *ir_parse_module(IrContext *ctx, IrLoc start, const IrParseOptions *options) {
  IrParser p;
  size_t errors = ir_diag_error_count(ctx);
  ir_parser_init(&p, ctx, start, ir_source_text(ctx, start));
  p.given = options ? options->params : NULL;
  p.free_values = options && options->free_values;
  p.own_locs = options && options->own_locs;
  IrOp *module = ir_module_create(ctx, implicit_module_loc(ctx, start));
  parse_top_level(&p, module);
  ir_apply_late_locs(&p);
  if (options && options->has_metadata) *options->has_metadata = p.has_metadata;
  if (options && options->only_op) (void)check_one_op(&p, module, options->only_op);
  if (p.failed || ir_diag_error_count(ctx) != errors) {
    ir_op_destroy(module);
    module = NULL;
  } else {
    ir_finish_forwards(&p);
    module = unwrap_module(module);
  }
  ir_parser_finish(&p);
  return module;
}

IrType ir_parse_type_text(IrContext *ctx, IrStr text) {
  IrParser p;
  IrType type = NULL;
  IrLoc start = ir_source_add(ctx, IR_STR("type"), text, true);
  ir_parser_init(&p, ctx, start, ir_source_text(ctx, start));
  if (ir_parse_type(&p, &type) == IR_OK && !ir_at(&p, IR_TOK_EOF)) {
    (void)ir_expected(&p, "the end of the type");
  }
  if (p.failed) type = NULL;
  ir_parser_finish(&p);
  return type;
}

IrAttr ir_parse_attr_text(IrContext *ctx, IrStr text) {
  IrParser p;
  IrAttr attr = NULL;
  IrLoc start = ir_source_add(ctx, IR_STR("attribute"), text, true);
  ir_parser_init(&p, ctx, start, ir_source_text(ctx, start));
  if (ir_parse_attr(&p, NULL, &attr) == IR_OK && !ir_at(&p, IR_TOK_EOF)) {
    (void)ir_expected(&p, "the end of the attribute");
  }
  if (p.failed) attr = NULL;
  ir_parser_finish(&p);
  return attr;
}
