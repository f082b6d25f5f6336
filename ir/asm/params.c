#include "ir/asm/parser_impl.h"

static IrStr copy(IrStr s) {
  char *to = ir_malloc(s.len + 1);
  memcpy(to, s.ptr, s.len);
  to[s.len] = '\0';
  return (IrStr){to, s.len};
}

IrParam *ir_params_find(const IrParams *params, IrStr name) {
  for (size_t i = 0; i < params->n; i++) {
    if (ir_str_equal(params->at[i].name, name)) return &params->at[i];
  }
  return NULL;
}

void ir_params_set(IrParams *params, IrStr name, IrStr text) {
  IrParam *param = ir_params_find(params, name);
  if (param) {
    ir_free((void *)param->text.ptr);
    param->text = copy(text);
    return;
  }
  if (params->n == params->cap) {
    ir_vec_reserve_bytes((void **)&params->at, &params->cap, params->n + 1, sizeof *params->at);
  }
  params->at[params->n++] = (IrParam){.name = copy(name), .text = copy(text)};
}

void ir_params_free(IrParams *params) {
  for (size_t i = 0; i < params->n; i++) {
    ir_free((void *)params->at[i].name.ptr);
    ir_free((void *)params->at[i].text.ptr);
  }
  ir_free(params->at);
  *params = (IrParams){0};
}

const IrParams *ir_parser_given_params(IrParser *p) {
  return p->given;
}

// Tokens point into a bound parameter's text, so it lives as long as the context.
void ir_parser_bind_param(IrParser *p, IrStr name, IrStr text) {
  IrArena *arena = ir_context_arena(p->ctx);
  IrParam *param = ir_params_find(&p->bound, name);
  if (!param) {
    if (p->bound.n == p->bound.cap) {
      ir_vec_reserve_bytes((void **)&p->bound.at, &p->bound.cap, p->bound.n + 1,
                           sizeof *p->bound.at);
    }
    param = &p->bound.at[p->bound.n++];
    *param = (IrParam){.name = {ir_arena_strdup(arena, name), name.len}};
  }
  param->text = (IrStr){ir_arena_strdup(arena, text), text.len};
}
