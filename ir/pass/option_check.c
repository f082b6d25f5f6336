// What the options in a table must satisfy before it is registered: nobody could write them
// otherwise, or the default would be none of the values.
#include "ir/core/origin.h"
#include "ir/pass/pass_impl.h"

static const char spelling[] =
    "write OPT_INT(name, default, \"what it is\"), OPT_BOOL, OPT_STRING, OPT_ENUM, ...";

static bool is_name(const char *name) {
  return *name && !name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789_-")];
}

static bool is_repeated(const IrOptionDef *options, const IrOptionDef *option) {
  for (const IrOptionDef *o = options; o < option; o++)
    if (ir_pass_option_is(o, ir_str(option->name))) return true;
  return false;
}

static bool lacks_default(const IrOptionDef *o) {
  return o->kind == IR_OPTION_ENUM &&
         (o->default_int < 0 || !ir_option_enum_value(o, (size_t)o->default_int).len);
}

static bool lacks_values(const IrOptionDef *o) {
  bool is_enum = o->kind == IR_OPTION_ENUM || o->kind == IR_OPTION_ENUM_LIST;
  return is_enum && !ir_option_enum_value(o, 0).len;
}

// What is wrong with it, or NULL.
static const char *fault(const IrOptionDef *options, const IrOptionDef *o, const char **help) {
  *help = spelling;
  if (!o->help) return "has no help";
  if (o->kind > IR_OPTION_ENUM_LIST) return "has no kind";
  *help = "a name is letters, digits and '_'";
  if (!is_name(o->name)) return "has a name that nobody can type";
  *help = "rename one of them; '-' and '_' are the same";
  if (is_repeated(options, o)) return "is declared twice";
  *help =
      "write OPT_ENUM(name, 0, \"first|second\", \"what it is\"): the default is a number from 0";
  if (lacks_values(o)) return "is an enum without values";
  if (lacks_default(o)) return "has a default that is none of its values";
  *help = "write OPT_INT_LIST(name, \"64,64\", \"what it is\"): elements of the option's kind, "
          "separated by single commas";
  if (!ir_option_default_reads(o)) return "has a default that is no list of its values";
  return NULL;
}

IrStatus ir_pass_options_check(IrContext *ctx, const char *what, const char *name,
                               const IrOptionDef *options) {
  for (const IrOptionDef *o = options; o && o->name; o++) {
    const char *help, *wrong = fault(options, o, &help);
    if (!wrong) continue;
    (void)ir_table_error(ctx, "option '{}' of {} '{}' {}", o->name, what, name, wrong);
    ir_help(ctx, "{}", help);
    return IR_FAILED;
  }
  return IR_OK;
}
