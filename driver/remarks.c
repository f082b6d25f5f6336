// Which remarks are wanted and where they go; see remarks.h.
#include "driver/remarks.h"

#include "ir/pass/pass.h"
#include "ir/support/arena.h"

// ---- Names a filter can mean: every id of every pass, and passes that have any ----

typedef struct Candidates {
  IrContext *ctx;
  size_t pass, remark;
} Candidates;

static const char *next_candidate(void *user) {
  Candidates *c = user;
  for (; c->pass < ir_pass_count(c->ctx); c->pass++, c->remark = 0) {
    const IrPassDef *pass = ir_pass_at(c->ctx, c->pass);
    const IrRemarkDef *remarks = ir_pass_remarks(pass);
    if (!remarks || !remarks->name) continue;
    size_t i = c->remark++;
    if (i == 0) return pass->name;
    if (!remarks[i - 1].name) continue;
    char buffer[IR_REMARK_ID];
    IrStr id = ir_remark_id(&remarks[i - 1], buffer);
    return ir_arena_strdup(ir_context_arena(c->ctx), id);
  }
  return NULL;
}

static bool is_known(IrContext *ctx, IrStr pattern) {
  Candidates c = {.ctx = ctx};
  for (const char *name; (name = next_candidate(&c)) != NULL;)
    if (ir_glob_matches(pattern, ir_str(name))) return true;
  return false;
}

static IrStatus unknown_pattern(IrContext *ctx, IrStr pattern, IrLoc loc) {
  Candidates c = {.ctx = ctx};
  (void)ir_error(ctx, loc, "no remark or pass that makes remarks is named '{}'", pattern);
  const char *near = ir_nearest(pattern, next_candidate, &c);
  if (near)
    ir_help(ctx, "did you mean '{}'?", near);
  else
    ir_help(ctx, "'--help-pass=NAME' lists a pass's remarks; '*' stands for any text: 'missed-*'");
  return IR_FAILED;
}

IrStatus driver_remarks_take_filter(DriverRemarks *remarks, IrContext *ctx, const DriverArg *arg) {
  remarks->filter = arg->value;
  for (const char *p = arg->value;; p++) {
    size_t n = strcspn(p, ",");
    IrLoc loc = arg->value_loc;
    if (loc.id) loc.id += (uint32_t)(p - arg->value);
    if (!is_known(ctx, (IrStr){p, n})) return unknown_pattern(ctx, (IrStr){p, n}, loc);
    p += n;
    if (!*p) return IR_OK;
  }
}

// ---- The file ----

IrStatus driver_remarks_take_format(DriverRemarks *remarks, IrContext *ctx, const DriverArg *arg) {
  remarks->format = arg->value;
  if (!strcmp(arg->value, "yaml") || !strcmp(arg->value, "json")) return IR_OK;
  (void)ir_error(ctx, arg->value_loc, "no format of remarks is named '{}'", arg->value);
  ir_help(ctx, "write yaml or json");
  return IR_FAILED;
}

static IrRemarkFormat format_of(const DriverRemarks *remarks) {
  const char *name = remarks->format;
  if (!name) {
    const char *dot = strrchr(remarks->path, '.');
    name = dot ? dot + 1 : "yaml";
  }
  return strncmp(name, "json", 4) ? IR_REMARKS_YAML : IR_REMARKS_JSON; // .jsonl too
}

IrStatus driver_remarks_open(DriverRemarks *remarks, IrContext *ctx) {
  IrStr filter = ir_str(remarks->filter ? remarks->filter : "");
  if (!remarks->path) {
    ir_remarks_configure(ctx, filter, NULL, IR_REMARKS_YAML);
    return IR_OK;
  }
  IR_TRY(driver_output_open(ctx, remarks->path, &remarks->out));
  ir_remarks_configure(ctx, filter, &remarks->out.stream, format_of(remarks));
  return IR_OK;
}

IrStatus driver_remarks_close(DriverRemarks *remarks, bool keep) {
  if (!remarks->path) return IR_OK;
  ir_remarks_configure(remarks->out.ctx, IR_STR(""), NULL, IR_REMARKS_YAML);
  return driver_output_close(&remarks->out, keep);
}
