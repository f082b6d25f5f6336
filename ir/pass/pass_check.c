// What a pass's table must say right besides its options: the op it runs on, its statistics and the
// dialects it needs.
#include "ir/core/origin.h"
#include "ir/pass/pass_impl.h"

// "any" and "" are no names of ops; the pass would never run.
static IrStatus check_anchor(IrContext *ctx, const IrPassDef *pass) {
  if (!pass->anchor || (*pass->anchor && strcmp(pass->anchor, "any") != 0)) return IR_OK;
  (void)ir_table_error(ctx, "pass '{}' runs on ops named '{}', which no op is", pass->name,
                       pass->anchor);
  ir_help(ctx, "write ANCHOR(\"func.func\"); a pass without one runs on any isolated op");
  return IR_FAILED;
}

static IrStatus check_stats(IrContext *ctx, const IrPassDef *pass) {
  for (const IrStatDef *s = pass->stats; s && s->name; s++) {
    if (s->help && *s->help) continue;
    (void)ir_table_error(ctx, "statistic '{}' of pass '{}' has no help", s->name, pass->name);
    ir_help(ctx, "write STAT(name, \"what is counted\"); --statistics prints it");
    return IR_FAILED;
  }
  return IR_OK;
}

// Whether there is a comma without a name before or after it.
static bool lacks_name(const char *list) {
  bool name = false, comma = false;
  for (; *list; list++) {
    if (*list == ',' && !name) return true;
    if (*list == ',') comma = true, name = false;
    if (*list != ',' && *list != ' ') name = true;
  }
  return comma && !name;
}

static IrStatus check_needs(IrContext *ctx, const IrPassDef *pass) {
  if (!pass->needs || !lacks_name(pass->needs)) return IR_OK;
  (void)ir_table_error(ctx, "pass '{}' needs a dialect without a name: '{}'", pass->name,
                       pass->needs);
  ir_help(ctx, "write NEEDS(\"mem, tc\"): names separated by single commas");
  return IR_FAILED;
}

IrStatus ir_pass_table_check(IrContext *ctx, const IrPassDef *pass) {
  IR_TRY(check_anchor(ctx, pass));
  IR_TRY(check_stats(ctx, pass));
  return check_needs(ctx, pass);
}
