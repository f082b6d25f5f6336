// Parsing of command lines by table; see options.h.
#include "driver/options.h"

#include <errno.h>
#include <stdlib.h>

#include "ir/support/vec.h"

typedef struct Cursor {
  IrContext *ctx;
  const DriverCli *cli;
  char **argv;
  int argc, i;
  IrLoc start;     // of the buffer that holds the command line
  size_t *offsets; // of each argument in it
  bool only_files; // after `--`
} Cursor;

// Keeps the arguments as a source buffer, one line.
static void add_buffer(Cursor *c, IrStr name) {
  IrStream text = {0};
  for (int i = 0; i < c->argc; i++) {
    if (i > 0) ir_write_char(&text, ' ');
    c->offsets[i] = text.len;
    ir_write_cstr(&text, c->argv[i]);
  }
  c->start = ir_source_add(c->ctx, name, ir_stream_str(&text), true);
  ir_stream_free(&text);
}

static IrLoc arg_loc(const Cursor *c, int i, const char *at) {
  if (c->start.id == 0) return IR_LOC_UNKNOWN;
  return (IrLoc){c->start.id + (uint32_t)(c->offsets[i] + (size_t)(at - c->argv[i]))};
}

static const DriverOption *find_in(const DriverOption *options, IrStr name) {
  for (const DriverOption *o = options; o && o->name; o++)
    if (ir_str_is(name, o->name) || ir_str_list_has(ir_str(o->aliases), name)) return o;
  return NULL;
}

static const DriverOption *find_option(const DriverCli *cli, IrStr name) {
  const DriverOption *o = find_in(cli->options, name);
  for (const DriverTopic *const *t = cli->topics; !o && t && *t; t++)
    o = find_in((*t)->options, name);
  return o;
}

bool driver_has_option(const DriverCli *cli, IrStr name) {
  return find_option(cli, name) != NULL;
}

// The i-th option over all tables, or NULL.
static const DriverOption *option_at(const DriverCli *cli, size_t i) {
  for (const DriverOption *o = cli->options; o && o->name; o++)
    if (i-- == 0) return o;
  for (const DriverTopic *const *t = cli->topics; t && *t; t++)
    for (const DriverOption *o = (*t)->options; o->name; o++)
      if (i-- == 0) return o;
  return NULL;
}

typedef struct Names {
  Cursor *c;
  size_t i;
  bool others;
} Names;

static const char *next_name(void *user) {
  Names *n = user;
  if (!n->others) {
    const DriverOption *o = option_at(n->c->cli, n->i);
    if (o) return n->i++, o->name;
    n->others = true, n->i = 0;
  }
  const DriverCli *cli = n->c->cli;
  return cli->other_name ? cli->other_name(cli->user, n->c->ctx, n->i++) : NULL;
}

static IrStatus unknown_option(Cursor *c, const DriverArg *arg) {
  Names names = {c, 0, false};
  (void)ir_error(c->ctx, arg->loc, "unknown option '--{}'", arg->name);
  const char *near = ir_nearest(arg->name, next_name, &names);
  if (near)
    ir_help(c->ctx, "did you mean '{}{}'?", strlen(near) == 1 ? "-" : "--", near);
  else
    ir_help(c->ctx, "'{} --help' lists the options", c->cli->tool);
  return IR_FAILED;
}

static void *target(const Cursor *c, const DriverOption *o) {
  return o->to ? o->to : (char *)c->cli->user + o->offset;
}

static IrStatus set_flag(Cursor *c, const DriverOption *o, const DriverArg *arg) {
  const char *v = arg->value;
  if (!v || !strcmp(v, "1") || !strcmp(v, "true"))
    *(bool *)target(c, o) = true;
  else if (!strcmp(v, "0") || !strcmp(v, "false"))
    *(bool *)target(c, o) = false;
  else
    return ir_error(c->ctx, arg->value_loc, "option '--{}' is true or false, got '{}'", o->name, v);
  return IR_OK;
}

static IrStatus set_int(Cursor *c, const DriverOption *o, const DriverArg *arg) {
  char *end;
  errno = 0;
  long long n = strtoll(arg->value, &end, 0);
  if (errno || end == arg->value || *end) {
    (void)ir_error(c->ctx, arg->value_loc, "option '--{}' takes an integer, got '{}'", o->name,
                   arg->value);
    ir_help(c->ctx, "write --{}=1, in decimal or with 0x", o->name);
    return IR_FAILED;
  }
  if (o->non_negative && n < 0)
    return ir_error(c->ctx, arg->value_loc, "option '--{}' is at least 0, got {}", o->name,
                    (int64_t)n);
  *(int64_t *)target(c, o) = n;
  return IR_OK;
}

static IrStatus set_seconds(Cursor *c, const DriverOption *o, const DriverArg *arg) {
  char *end;
  double seconds = strtod(arg->value, &end);
  if (end == arg->value || *end || !(seconds >= 0 && seconds <= 1e6)) {
    (void)ir_error(c->ctx, arg->value_loc, "option '--{}' takes seconds, got '{}'", o->name,
                   arg->value);
    ir_help(c->ctx, "write --{}=0.5, at most 1000000", o->name);
    return IR_FAILED;
  }
  *(double *)target(c, o) = seconds;
  return IR_OK;
}

// Candidates for ir_nearest, out of "a|b".
typedef struct Choices {
  const char *next;
  char word[32];
} Choices;

static const char *next_choice(void *user) {
  Choices *c = user;
  if (!*c->next) return NULL;
  size_t n = strcspn(c->next, "|"), fits = n < sizeof c->word ? n : sizeof c->word - 1;
  memcpy(c->word, c->next, fits);
  c->word[fits] = 0;
  c->next += n + (c->next[n] == '|');
  return c->word;
}

static IrStatus set_choice(Cursor *c, const DriverOption *o, const DriverArg *arg) {
  Choices choices = {.next = o->value};
  int i = 0;
  for (const char *word; (word = next_choice(&choices)); i++) {
    if (strcmp(word, arg->value)) continue;
    *(int *)target(c, o) = i;
    return IR_OK;
  }
  (void)ir_error(c->ctx, arg->value_loc, "option '--{}' is one of {}, got '{}'", o->name, o->value,
                 arg->value);
  ir_help(c->ctx, "write --{}={}", o->name, (const char *)choices.word);
  return IR_FAILED;
}

static bool takes_value(const DriverOption *o) {
  return o->kind == DRIVER_INT || o->kind == DRIVER_SECONDS || o->kind == DRIVER_CHOICE ||
         o->kind == DRIVER_STRING || (o->kind == DRIVER_CALL && o->value && !o->optional);
}

// The next argument as value of the option at hand, if it needs one.
static IrStatus fetch_value(Cursor *c, const DriverOption *o, DriverArg *arg) {
  if (!takes_value(o)) {
    if (o->kind == DRIVER_CALL && arg->value && !o->optional)
      return ir_error(c->ctx, arg->value_loc, "option '--{}' takes no value", o->name);
    return IR_OK;
  }
  if (arg->value) return IR_OK;
  if (c->i + 1 >= c->argc)
    return ir_error(c->ctx, arg->loc, "option '--{}' needs a value: --{}={}", o->name, o->name,
                    o->value ? o->value : "VALUE");
  c->i++;
  arg->value = c->argv[c->i];
  arg->value_loc = arg_loc(c, c->i, arg->value);
  return IR_OK;
}

static IrStatus apply(Cursor *c, const DriverOption *o, const DriverArg *arg) {
  switch (o->kind) {
  case DRIVER_FLAG:
    return set_flag(c, o, arg);
  case DRIVER_INT:
    return set_int(c, o, arg);
  case DRIVER_CHOICE:
    return set_choice(c, o, arg);
  case DRIVER_SECONDS:
    return set_seconds(c, o, arg);
  case DRIVER_STRING:
    *(const char **)target(c, o) = arg->value;
    return IR_OK;
  case DRIVER_CALL:
    return o->call(c->cli->user, c->ctx, arg);
  }
  return IR_OK;
}

static IrStatus take_other(Cursor *c, const DriverArg *arg) {
  bool known = false;
  if (c->cli->other) IR_TRY(c->cli->other(c->cli->user, c->ctx, arg, &known));
  return known ? IR_OK : unknown_option(c, arg);
}

static IrStatus take_positional(Cursor *c, const char *text) {
  DriverArg arg = {.value = text, .loc = arg_loc(c, c->i, text)};
  arg.value_loc = arg.loc;
  if (c->cli->positional) return c->cli->positional(c->cli->user, c->ctx, &arg);
  return ir_error(c->ctx, arg.loc, "unexpected argument '{}'", text);
}

static DriverArg split_arg(const Cursor *c, const char *text) {
  const char *name = text + (text[1] == '-' ? 2 : 1);
  size_t len = strcspn(name, "=");
  DriverArg arg = {.name = {name, len}, .loc = arg_loc(c, c->i, text)};
  if (name[len] == '=') {
    arg.value = name + len + 1;
    arg.value_loc = arg_loc(c, c->i, arg.value);
  }
  return arg;
}

static IrStatus take_argument(Cursor *c, bool early) {
  const char *text = c->argv[c->i];
  if (c->only_files || text[0] != '-' || text[1] == 0)
    return early ? IR_OK : take_positional(c, text);
  if (!strcmp(text, "--")) {
    c->only_files = true;
    return IR_OK;
  }
  DriverArg arg = split_arg(c, text);
  const DriverOption *o = find_option(c->cli, arg.name);
  if (!o) return early ? IR_OK : take_other(c, &arg);
  if (early && !o->early && !takes_value(o)) return IR_OK;
  IR_TRY(fetch_value(c, o, &arg));
  return o->early == early ? apply(c, o, &arg) : IR_OK;
}

static IrStatus sweep(Cursor *c, bool early) {
  c->only_files = false;
  for (c->i = 1; c->i < c->argc; c->i++) IR_TRY(take_argument(c, early));
  return IR_OK;
}

// ---- Options from the environment ----

// Arguments cut out of a text at blanks outside quotes, as a shell would.
typedef struct Words {
  IrStream text; // each with a zero byte behind it
  IR_VEC(size_t) begin;
  char **argv;
} Words;

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

static void cut_words(const char *text, Words *words) {
  ir_vec_push(&words->begin, 0); // where a command line has the tool's name
  ir_write_char(&words->text, 0);
  for (const char *p = text; *p;) {
    if (is_blank(*p)) {
      p++;
      continue;
    }
    ir_vec_push(&words->begin, words->text.len);
    char quote = 0;
    for (; *p && (quote || !is_blank(*p)); p++) {
      if (quote ? *p == quote : *p == '"' || *p == '\'')
        quote = quote ? 0 : *p;
      else
        ir_write_char(&words->text, *p);
    }
    ir_write_char(&words->text, 0);
  }
  words->argv = ir_calloc(words->begin.n + 1, sizeof *words->argv);
  for (size_t i = 0; i < words->begin.n; i++)
    words->argv[i] = words->text.data + words->begin.at[i];
}

// Values of options point into the words, so they live as long as the context.
static const char words_key;

static void free_words(void *state) {
  Words *words = state;
  ir_stream_free(&words->text);
  ir_vec_free(&words->begin);
  ir_free(words->argv);
}

// ---- All options ----

static void open_cursor(Cursor *c, IrStr name, int argc, char **argv) {
  c->argc = argc;
  c->argv = argv;
  c->offsets = ir_calloc((size_t)argc + 1, sizeof *c->offsets);
  add_buffer(c, name);
}

// Early options of both come first, since others may depend on the plugins they load.
static IrStatus sweep_both(Cursor *environment, Cursor *line) {
  IR_TRY(sweep(environment, true));
  IR_TRY(sweep(line, true));
  IR_TRY(sweep(environment, false));
  return sweep(line, false);
}

static IrStatus parse_both(IrContext *ctx, const DriverCli *cli, int argc, char **argv,
                           Words *words) {
  Cursor line = {.ctx = ctx, .cli = cli}, environment = {.ctx = ctx, .cli = cli};
  IrStream name = {0};
  ir_print(&name, "<{}>", cli->environment);
  open_cursor(&environment, ir_stream_str(&name), (int)words->begin.n, words->argv);
  open_cursor(&line, IR_STR("<command line>"), argc, argv);
  IrStatus status = sweep_both(&environment, &line);
  ir_stream_free(&name);
  ir_free(environment.offsets);
  ir_free(line.offsets);
  return status;
}

static IrStatus parse_line(IrContext *ctx, const DriverCli *cli, int argc, char **argv) {
  Cursor c = {.ctx = ctx, .cli = cli};
  open_cursor(&c, IR_STR("<command line>"), argc, argv);
  IrStatus status = sweep(&c, true);
  if (status == IR_OK) status = sweep(&c, false);
  ir_free(c.offsets);
  return status;
}

IrStatus driver_parse_options(IrContext *ctx, const DriverCli *cli, int argc, char **argv) {
  const char *extra = cli->environment ? getenv(cli->environment) : NULL;
  if (!extra || !*extra) return parse_line(ctx, cli, argc, argv);
  Words *words = ir_context_extension(ctx, &words_key, sizeof *words, free_words);
  cut_words(extra, words);
  return parse_both(ctx, cli, argc, argv, words);
}

static void print_option(const DriverOption *o, IrStream *out) {
  size_t begin = out->len;
  ir_print(out, "  {}{}", strlen(o->name) == 1 ? "-" : "--", o->name);
  if (o->value && o->optional)
    ir_print(out, "[={}]", o->value);
  else if (o->value)
    ir_print(out, "={}", o->value);
  size_t width = out->len - begin;
  ir_write_indent(out, width < 32 ? (unsigned)(32 - width) : 1);
  ir_print(out, "{}\n", o->help);
}

static void print_topic(const char *title, const DriverOption *options, IrStream *out) {
  ir_print(out, "\n{}:\n", title);
  for (const DriverOption *o = options; o->name; o++)
    if (o->help) print_option(o, out);
}

void driver_print_help(const DriverCli *cli, IrStream *out) {
  IrStream text = {0};
  ir_print(&text, "usage: {} {}\n", cli->tool, cli->usage);
  if (cli->about) ir_print(&text, "{}\n", cli->about);
  if (cli->environment)
    ir_print(&text, "Options in the variable {} come before those given here.\n", cli->environment);
  if (cli->options) print_topic("options", cli->options, &text);
  for (const DriverTopic *const *t = cli->topics; t && *t; t++)
    print_topic((*t)->title, (*t)->options, &text);
  ir_write(out, text.data, text.len);
  ir_stream_free(&text);
}

IrStatus driver_split_assignment(IrContext *ctx, const DriverArg *arg, IrStr *name, IrStr *value) {
  const char *equals = strchr(arg->value, '=');
  if (!equals || equals == arg->value) {
    (void)ir_error(ctx, arg->value_loc, "option '--{}' takes NAME=VALUE, got '{}'", arg->name,
                   arg->value);
    ir_help(ctx, "write --{} NAME=VALUE, once for each name", arg->name);
    return IR_FAILED;
  }
  *name = (IrStr){arg->value, (size_t)(equals - arg->value)};
  *value = ir_str(equals + 1);
  return IR_OK;
}
