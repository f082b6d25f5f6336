// A compiled assembly format: directives in a flat array.  An optional group is followed by its
// elements, first those of the group, then those of its else.
#ifndef IR_ASM_FORMAT_IMPL_H
#define IR_ASM_FORMAT_IMPL_H

#include "ir/asm/format.h"

typedef enum IrFormatKind {
  IR_FORMAT_LITERAL,
  IR_FORMAT_SPACE, // printed, not parsed
  IR_FORMAT_OPERAND,
  IR_FORMAT_ATTR,
  IR_FORMAT_REGION,
  IR_FORMAT_SUCCESSOR,
  IR_FORMAT_OPERANDS,
  IR_FORMAT_TYPE,
  IR_FORMAT_FUNCTIONAL_TYPE,
  IR_FORMAT_ATTR_DICT,
  IR_FORMAT_ATTR_DICT_KEYWORD,
  IR_FORMAT_GROUP,
} IrFormatKind;

// Whose types: one slot's, or those of all operands or results.
typedef struct IrTypesOf {
  enum { IR_OF_OPERAND, IR_OF_RESULT, IR_OF_OPERANDS, IR_OF_RESULTS } what;
  uint16_t slot;
} IrTypesOf;

typedef struct IrDirective {
  IrFormatKind kind;
  bool space;              // a space before it when printed
  bool keyword;            // of a literal: an identifier
  bool anchor;             // its presence decides whether the group is printed
  uint16_t slot;           // of an operand, attribute, region or successor
  int token;               // of a punctuation literal
  IrStr text;              // of a literal or space
  IrTypesOf of;            // of a type; the inputs of a functional type
  IrTypesOf to;            // the results of a functional type
  uint16_t n_then, n_else; // of a group: directives that follow
  uint16_t anchor_at;      // of a group: position of its anchor
} IrDirective;

// Slots of each kind that an op with a format may have.
enum { IR_FORMAT_MAX_SLOTS = 24, IR_FORMAT_MAX_DIRECTIVES = 128 };

struct IrFormat {
  const IrOpDef *def;
  const IrDirective *at;
  size_t n;
  size_t operands, results, attrs, regions, successors; // slots of `def`
  bool flat;                                            // has `operands`
  const char **printed; // attributes that the format prints, NULL-terminated
};

#endif
