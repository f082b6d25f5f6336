// Regions, blocks and the values in them: scopes, definitions, uses before definitions.
//
// A use before its definition gets the result of a detached cast op of the right type.  The
// definition replaces its uses and checks the type.  Names that are still undefined when a region
// ends move to the scope around it, because the definition may stand there (the verifier judges
// dominance); when an isolated region ends they are errors, or in a fragment get a definition.
#include "ir/asm/parser_impl.h"
#include "ir/core/op_impl.h"

static IrValue *make_placeholder(IrParser *p, IrType type) {
  IrOp *op = ir_op_create(
      p->ctx, &(IrOpCreate){.info = ir_op_info_of(p->ctx, &builtin_unrealized_conversion_cast),
                            .result_types = &type,
                            .num_results = 1});
  IrValue *value = ir_op_result(op, 0);
  ir_vec_push(&p->placeholders, value);
  return value;
}

// Value `number` of a defined group.
static IrValue *member(const IrName *name, size_t number) {
  if (number == 0) return name->value;
  return ir_op_result(ir_value_op(name->value), ir_value_index(name->value) + number);
}

static IrStatus check_number(IrParser *p, const IrName *name, uint32_t number, IrLoc loc) {
  if (number < name->count) return IR_OK;
  (void)ir_parser_error(p, loc, "'%{}#{}' does not exist: '%{}' has {} value{}", ir_name_text(name),
                        number, ir_name_text(name), (uint32_t)name->count,
                        name->count == 1 ? "" : "s");
  IR_PARSE_NOTE(p, name->loc, "'%{}' is defined here", ir_name_text(name));
  return IR_FAILED;
}

static IrStatus type_mismatch(IrParser *p, const IrName *name, IrLoc loc, IrType used, IrType is) {
  (void)ir_parser_error(p, loc, "'%{}' is used as '{}' here but has type '{}'", ir_name_text(name),
                        used, is);
  IR_PARSE_NOTE(p, name->loc, "'%{}' is defined here", ir_name_text(name));
  IR_PARSE_HELP(p, "write its type here, or convert it before");
  return IR_FAILED;
}

static void resolve_forwards(IrParser *p, const IrName *name, IrForward *uses) {
  if (uses) p->num_undefined--;
  for (IrForward *f = uses; f; f = f->next) {
    if (check_number(p, name, f->number, f->loc) != IR_OK) continue;
    IrValue *value = member(name, f->number);
    IrType used = ir_value_type(f->value), is = ir_value_type(value);
    if (used != is) {
      (void)type_mismatch(p, name, f->loc, used, is);
      continue;
    }
    ir_value_replace_uses(f->value, value);
    ir_vec_push(&p->resolved, ((IrResolved){f->value, value}));
  }
}

// An op that uses a name in front of its region, which then defines it, came after the definition:
// `scf.for %k = %a to %b step %k {`.  The verifier judges it.
void ir_finish_forwards(IrParser *p) {
  for (size_t i = 0; i < p->resolved.n; i++)
    ir_value_replace_uses(p->resolved.at[i].placeholder, p->resolved.at[i].value);
}

IrStatus ir_define_value(IrParser *p, IrStr text, IrLoc loc, IrValue *value, size_t count) {
  IrName *name = ir_names_get(&p->values, text, loc);
  if (name->count || name->poisoned) {
    (void)ir_parser_error(p, loc, "redefinition of '%{}'", text);
    IR_PARSE_NOTE(p, name->loc, "it is first defined here");
    IR_PARSE_HELP(p, "a name is given once; take another, such as '%{}_1'", text);
    return IR_FAILED;
  }
  IrForward *uses = name->forward;
  name->loc = loc;
  name->value = value;
  name->count = (uint32_t)count;
  resolve_forwards(p, name, uses);
  return IR_OK;
}

void ir_poison_value(IrParser *p, IrStr text, IrLoc loc) {
  IrName *name = ir_names_get(&p->values, text, loc);
  if (name->count) return;
  if (name->forward) p->num_undefined--;
  name->forward = NULL;
  name->poisoned = true;
}

static IrStatus forward_value(IrParser *p, IrName *name, IrUnresolved operand, IrType type,
                              IrValue **value) {
  for (IrForward *f = name->forward; f; f = f->next) {
    if (f->number != operand.number) continue;
    *value = f->value;
    if (ir_value_type(f->value) == type) return IR_OK;
    (void)ir_parser_error(p, operand.loc, "'%{}' is used as '{}' here but as '{}' before",
                          ir_name_text(name), type, ir_value_type(f->value));
    IR_PARSE_NOTE(p, f->loc, "it is used here first");
    return IR_FAILED;
  }
  if (!name->forward) p->num_undefined++;
  IrForward *f = IR_NEW(&p->scratch, IrForward);
  *f = (IrForward){name->forward, make_placeholder(p, type), operand.number, operand.loc};
  name->forward = f;
  *value = f->value;
  return IR_OK;
}

IrStatus ir_resolve_value(IrParser *p, IrUnresolved operand, IrType type, IrValue **value) {
  IrName *name = ir_names_get(&p->values, operand.name, operand.loc);
  if (name->poisoned || (name->reported && !name->count)) {
    *value = make_placeholder(p, type);
    return IR_OK;
  }
  if (!name->count) return forward_value(p, name, operand, type, value);
  IR_TRY(check_number(p, name, operand.number, operand.loc));
  *value = member(name, operand.number);
  if (ir_value_type(*value) == type) return IR_OK;
  return type_mismatch(p, name, operand.loc, type, ir_value_type(*value));
}

// Names of values that can be used here, newest first.
typedef struct VisibleNames {
  IrParser *p;
  size_t i;
} VisibleNames;

static const char *next_visible(void *user) {
  VisibleNames *names = user;
  IrParser *p = names->p;
  while (names->i > p->values.base) {
    const IrName *name = &p->values.stack.at[--names->i];
    if (name->count) return ir_arena_strdup(&p->scratch, ir_name_text(name));
  }
  return NULL;
}

static IrStatus undefined_value(IrParser *p, IrStr text, IrLoc loc) {
  (void)ir_parser_error(p, loc, "use of undefined value '%{}'", text);
  if (p->muted) return IR_FAILED;
  size_t newest = p->values.stack.n, limit = p->values.base + 4096;
  VisibleNames names = {p, newest < limit ? newest : limit};
  const char *near = ir_nearest(text, next_visible, &names);
  if (near) {
    IR_PARSE_HELP(p, "did you mean '%{}'?", near);
  } else {
    IR_PARSE_HELP(p,
                  "a value is visible after its definition, in the same region and those inside");
  }
  return IR_FAILED;
}

IrStatus ir_resolve_defined(IrParser *p, IrUnresolved operand, IrValue **value) {
  IrName *name = ir_names_find(&p->values, operand.name);
  if (name && (name->poisoned || (name->reported && !name->count))) {
    p->failed = true; // has been complained about
    return IR_FAILED;
  }
  if (!name || !name->count) {
    (void)undefined_value(p, operand.name, operand.loc);
    ir_names_get(&p->values, operand.name, operand.loc)->reported = true;
    return IR_FAILED;
  }
  *value = NULL;
  IR_TRY(check_number(p, name, operand.number, operand.loc));
  *value = member(name, operand.number);
  return IR_OK;
}

// Gives a value that a fragment leaves undefined a definition at the start of `entry`.
static void define_free_value(IrParser *p, const IrName *name, IrBlock *entry) {
  for (IrForward *f = name->forward; f; f = f->next) {
    IrValue *value = make_placeholder(p, ir_value_type(f->value));
    p->placeholders.n--; // the block owns it
    ir_block_prepend(entry, ir_value_op(value));
    ir_value_name_at(value, f->loc);
    ir_value_replace_uses(f->value, value);
  }
}

void ir_end_value_scope(IrParser *p, size_t from, IrBlock *entry) {
  IrNames *names = &p->values;
  IR_VEC(IrName) undefined = {0};
  if (p->num_undefined) {
    for (size_t i = from; i < names->stack.n; i++) {
      IrName *name = &names->stack.at[i];
      if (!name->count && name->forward) ir_vec_push(&undefined, *name);
    }
  }
  if (entry) {
    for (size_t i = 0; i < undefined.n; i++) {
      if (p->free_values)
        define_free_value(p, &undefined.at[i], entry);
      else if (!undefined.at[i].reported)
        (void)undefined_value(p, ir_name_text(&undefined.at[i]), undefined.at[i].loc);
    }
    p->num_undefined -= undefined.n;
    undefined.n = 0;
  }
  if (names->stack.n > from) ir_names_pop(names, from);
  for (size_t i = 0; i < undefined.n; i++) {
    IrStr text = ir_name_text(&undefined.at[i]);
    IrName *name = ir_names_get(names, text, undefined.at[i].loc);
    name->forward = undefined.at[i].forward;
    name->reported = undefined.at[i].reported;
  }
  ir_vec_free(&undefined);
}

// The block of a label or a use of it.
static IrName *find_block(IrParser *p) {
  IrName *name = ir_names_get(&p->blocks, ir_token_text(p), ir_parser_loc(p));
  if (!name->block) name->block = ir_block_create(p->ctx);
  return name;
}

IrStatus ir_parse_block_ref(IrParser *p, IrBlock **block) {
  if (!ir_at(p, IR_TOK_CARET)) return ir_expected(p, "a block such as '^bb1'");
  *block = find_block(p)->block;
  ir_advance(p);
  return IR_OK;
}

// The argument's location may be an alias that comes later.
static void claim_late_loc(IrParser *p, const IrParsedArg *arg, IrValue *value) {
  for (size_t i = p->late_locs.n; i-- > 0;) {
    IrLateLoc *late = &p->late_locs.at[i];
    if (late->op || late->value) return;
    if (late->loc.id == arg->loc.id) late->value = value;
  }
}

static IrStatus add_argument(IrParser *p, IrBlock *block, const IrParsedArg *arg) {
  IrValue *value = ir_block_add_arg(block, arg->type, arg->loc);
  claim_late_loc(p, arg, value);
  if (arg->name.name.len == 0) return IR_OK;
  ir_value_name_at(value, arg->name.loc);
  return ir_define_value(p, arg->name.name, arg->name.loc, value, 1);
}

// `%x: type, ...` up to the closing parenthesis.
static IrStatus parse_block_args(IrParser *p, IrBlock *block) {
  if (ir_take(p, ')')) return IR_OK;
  do {
    IrParsedArg arg = {0};
    IrUnresolved *name = &arg.name;
    IR_TRY(ir_parse_operand(p, name));
    arg.loc = name->loc;
    IR_TRY(ir_want(p, ':', "':' and the type of the block argument"));
    IR_TRY(ir_parse_type(p, &arg.type));
    IR_TRY(add_argument(p, block, &arg));
    size_t last = ir_block_num_args(block) - 1;
    IR_TRY(ir_parse_trailing_loc(p, NULL, ir_block_arg(block, last)));
  } while (ir_take(p, ','));
  return ir_want(p, ')', "')' after the block arguments");
}

static IrStatus parse_label(IrParser *p, IrRegion *region) {
  IrName *name = find_block(p);
  IrLoc loc = ir_parser_loc(p);
  if (name->count) {
    (void)ir_parser_error(p, loc, "redefinition of block '{}'", ir_name_text(name));
    IR_PARSE_NOTE(p, name->loc, "it is first defined here");
    IR_PARSE_HELP(p, "a block's name is given once in a region");
    p->block = ir_block_create(p->ctx); // takes the ops that follow
    ir_region_append(region, p->block);
    ir_advance(p);
    return IR_FAILED;
  }
  name->count = 1;
  name->loc = loc;
  p->block = name->block;
  ir_region_append(region, p->block);
  ir_advance(p);
  if (ir_take(p, '(')) IR_TRY(parse_block_args(p, p->block));
  return ir_want(p, ':', "':' after the block label");
}

static void start_block(IrParser *p, IrRegion *region) {
  p->block = ir_block_create(p->ctx);
  ir_region_append(region, p->block);
}

void ir_parse_block_ops(IrParser *p) {
  while (!ir_at(p, '}') && !ir_at(p, IR_TOK_CARET) && !ir_at(p, IR_TOK_EOF) && !p->fatal) {
    const char *start = p->begin + p->tok.at;
    if (ir_parse_op(p) != IR_OK) ir_recover(p, start);
  }
}

static IrStatus parse_blocks(IrParser *p, IrRegion *region, const IrParsedArg *args, size_t n) {
  if (n) {
    start_block(p, region);
    for (size_t i = 0; i < n; i++) IR_TRY(add_argument(p, p->block, &args[i]));
    if (ir_at(p, IR_TOK_CARET)) {
      (void)ir_parser_error(p, ir_parser_loc(p),
                            "the entry block has its arguments already and takes no label");
      IR_PARSE_HELP(p, "leave the label out");
      return IR_FAILED;
    }
  } else if (!ir_at(p, IR_TOK_CARET) && !ir_at(p, '}')) {
    start_block(p, region);
  }
  ir_parse_block_ops(p);
  while (ir_at(p, IR_TOK_CARET) && !p->fatal) {
    const char *start = p->begin + p->tok.at;
    if (parse_label(p, region) != IR_OK) ir_recover(p, start);
    ir_parse_block_ops(p);
  }
  return IR_OK;
}

// Names of a region's blocks that are defined.
typedef struct BlockNames {
  IrParser *p;
  size_t next;
} BlockNames;

static const char *next_block(void *user) {
  BlockNames *names = user;
  IrParser *p = names->p;
  while (names->next < p->blocks.stack.n) {
    const IrName *name = &p->blocks.stack.at[names->next++];
    if (name->count) return ir_arena_strdup(&p->scratch, ir_name_text(name));
  }
  return NULL;
}

static void help_block(IrParser *p, size_t from, IrStr text) {
  size_t newest = p->blocks.stack.n;
  BlockNames names = {p, newest > from + 4096 ? newest - 4096 : from};
  const char *near = p->muted ? NULL : ir_nearest(text, next_block, &names);
  if (near) {
    IR_PARSE_HELP(p, "did you mean '{}'?", near);
  } else {
    IR_PARSE_HELP(p, "a label '{}:' begins a block of this region", text);
  }
}

// Blocks that were used and never defined are errors; the region takes them so that they are freed.
static void end_block_scope(IrParser *p, IrRegion *region, size_t from) {
  for (size_t i = from; i < p->blocks.stack.n; i++) {
    const IrName *name = &p->blocks.stack.at[i];
    if (name->count) continue;
    (void)ir_parser_error(p, name->loc, "use of undefined block '{}'", ir_name_text(name));
    help_block(p, from, ir_name_text(name));
    ir_region_append(region, name->block);
  }
  if (p->blocks.stack.n > from) ir_names_pop(&p->blocks, from);
}

static IrStatus parse_body_in_scope(IrParser *p, IrRegion *region, IrLoc open, bool isolated,
                                    const IrParsedArg *args, size_t n) {
  size_t values = p->values.stack.n, base = p->values.base;
  size_t blocks = p->blocks.stack.n, block_base = p->blocks.base;
  if (isolated) p->values.base = values;
  p->blocks.base = blocks;
  IrStatus status = parse_blocks(p, region, args, n);
  if (status == IR_OK && ir_at(p, IR_TOK_EOF) && !p->fatal) {
    status = IR_FAILED;
    if (!p->failed_at_end) {
      (void)ir_parser_error(p, ir_parser_loc(p), "expected '}' before the end of the text");
      IR_PARSE_NOTE(p, open, "the region starts here");
      IR_PARSE_HELP(p, "is the text cut off, or a '}' missing?");
    }
    p->fatal = true; // what follows from it is not worth a message
  }
  if (status == IR_OK) status = ir_want(p, '}', "'}'");
  end_block_scope(p, region, blocks);
  ir_end_value_scope(p, values, isolated ? ir_region_first(region) : NULL);
  p->values.base = base;
  p->blocks.base = block_base;
  return status;
}

// Names without a dialect are the op's; in the generic form, where the op may not be known, they
// are those of the op around it.
IrStatus ir_parse_region_body(IrParser *p, IrRegion *region, const IrOpInfo *info,
                              const IrParsedArg *args, size_t n) {
  IrLoc open = ir_parser_loc(p);
  IR_TRY(ir_want(p, '{', "'{' and a region"));
  IR_TRY(ir_enter(p));
  const IrOpDef *def = ir_op_info_def(info);
  uint64_t traits = def ? def->traits : 0;
  IrBlock *block = p->block;
  IrStr dialect = p->default_dialect;
  if (!p->keeps_dialect) p->default_dialect = (IrStr){0};
  p->keeps_dialect = false;
  if (traits & IR_DEFAULT_DIALECT) {
    p->default_dialect = (IrStr){def->name, (size_t)(strchr(def->name, '.') - def->name)};
  }
  IrStatus status = parse_body_in_scope(p, region, open, (traits & IR_ISOLATED) != 0, args, n);
  p->block = block;
  p->default_dialect = dialect;
  ir_leave(p);
  return status;
}

// Uses of `op`'s results may stand outside the region when they were made before the definition.
static IrStatus detach_uses(IrOp *op, void *user) {
  IrParser *p = user;
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *value = ir_op_result(op, i);
    if (ir_value_has_uses(value)) {
      ir_value_replace_uses(value, make_placeholder(p, ir_value_type(value)));
    }
  }
  for (size_t r = 0; r < ir_op_num_regions(op); r++) {
    IR_FOR_BLOCKS(block, ir_op_region(op, r)) {
      for (size_t i = 0; i < ir_block_num_args(block); i++) {
        IrValue *value = ir_block_arg(block, i);
        if (!ir_value_has_uses(value)) continue;
        ir_value_replace_uses(value, make_placeholder(p, ir_value_type(value)));
      }
    }
  }
  return IR_OK;
}

void ir_drop_region(IrParser *p, IrRegion *region) {
  IR_FOR_BLOCKS(block, region) {
    for (size_t i = 0; i < ir_block_num_args(block); i++) {
      IrValue *value = ir_block_arg(block, i);
      if (!ir_value_has_uses(value)) continue;
      ir_value_replace_uses(value, make_placeholder(p, ir_value_type(value)));
    }
    IR_FOR_OPS(op, block)(void) ir_walk_pre(op, detach_uses, p);
  }
  ir_region_destroy(region);
}
