// How a plugin says with which op tables it was built.
//
// GET, SET_ATTR and BUILD turn a member of an args struct into a slot number when the plugin is
// compiled, so they are right only while the tool's table has the same slots.  Every function that
// uses an op by IS, AS, DEF, GET, SET_ATTR, BUILD or IR_PATTERN therefore leaves a line in the
// plugin's section `ir_op_uses`:
//
//   "arith.addi: operand lhs, operand rhs, result result, attr? overflowFlags, "
//
// The linker keeps each line once.  The line costs no instruction: it is written by the assembler,
// from an inline function that the use expands to.  ir_plugin_load compares it with the tool's
// table (ir_op_use_check).
#ifndef IR_CORE_OP_USE_H
#define IR_CORE_OP_USE_H

#include "ir/core/context.h"

// IR_USED is 0 and leaves the line; in the tools themselves there is nothing to compare.
#ifdef IR_HOST
#define IR_OP_USE(id, line)
#define IR_USED(id) ((size_t)0)
#define IR_USED_BY(user, id)
#define IR_OP_USES_START NULL
#define IR_OP_USES_END NULL
#else
#define IR_OP_USE(id, line) \
  __attribute__((always_inline, unused)) static inline size_t id##_use(void) { \
    __asm__ volatile(".pushsection ir_op_uses,\"aMS\",%progbits,1\n\t.asciz \"" line \
                     "\"\n\t.popsection"); \
    return 0; \
  }
#define IR_USED(id) (id##_use())
// The same outside of functions: `user` is any name of the file.
#define IR_USED_BY(user, id) \
  __attribute__((used)) static size_t (*const user##_uses_##id)(void) = id##_use;
// The linker's names for the section's ends; absent when the plugin uses no op.
extern const char ir_op_uses_start[] __asm__("__start_ir_op_uses")
    __attribute__((weak, visibility("hidden")));
extern const char ir_op_uses_end[] __asm__("__stop_ir_op_uses")
    __attribute__((weak, visibility("hidden")));
#define IR_OP_USES_START ir_op_uses_start
#define IR_OP_USES_END ir_op_uses_end
#endif

// Lists of slots.  In the reading IR_OPDEF_DECLARE a slot is `(member;, "text")`, and an entry a
// chain of them, from which these make the members of the args struct and the line: each macro
// consumes one slot and leaves the other macro's name in front of the next.
#define IR_SLOT_MEMBERS(...) IR_SLOT_JOIN(IR_SLOT_MEMBER_A __VA_ARGS__, _END)
#define IR_SLOT_MEMBER_A(member, text) member IR_SLOT_MEMBER_B
#define IR_SLOT_MEMBER_B(member, text) member IR_SLOT_MEMBER_A
#define IR_SLOT_MEMBER_A_END
#define IR_SLOT_MEMBER_B_END
#define IR_SLOT_TEXTS(...) IR_SLOT_JOIN(IR_SLOT_TEXT_A __VA_ARGS__, _END)
#define IR_SLOT_TEXT_A(member, text) text ", " IR_SLOT_TEXT_B
#define IR_SLOT_TEXT_B(member, text) text ", " IR_SLOT_TEXT_A
#define IR_SLOT_TEXT_A_END
#define IR_SLOT_TEXT_B_END
#define IR_SLOT_JOIN(list, end) IR_SLOT_JOIN_(list, end)
#define IR_SLOT_JOIN_(list, end) list##end

// Compares a line with the op of that name as registered in `ctx`; an op that is not registered is
// the plugin's own or never met.  The plugin's slots must be the first ones of the tool's, and what
// the tool has beyond them optional; else a diagnostic at `loc` that names op, slot and `plugin`.
IR_API IR_CHECKED IrStatus ir_op_use_check(IrContext *ctx, IrLoc loc, const char *plugin,
                                           const char *line);

#endif
