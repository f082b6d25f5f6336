// Values as the words that instructions move; see emit_access.h.
#include "targets/nvptx/emit_access.h"

EmitAccess nvptx_access_of(Emit *e, IrType type) {
  EmitAccess a = {.element = nvptx_element_type(e, type), .elements = nvptx_num_elements(type)};
  a.cell = a.element == e->i1 ? e->i8 : a.element;
  a.element_bytes = nvptx_bits_of(a.cell) / 8;
  size_t bytes = a.elements * a.element_bytes;
  a.word = a.element_bytes == 8 ? e->i64 : bytes >= 4 ? e->i32 : bytes == 2 ? e->i16 : e->i8;
  a.word_bytes = nvptx_bits_of(a.word) / 8;
  a.words = bytes / a.word_bytes;
  return a;
}

// Units of one width each: widens i1 to bytes.
static EmitUnits to_cells(Emit *e, EmitUnits units) {
  if (LLVMTypeOf(units.at[0]) != e->i1) return units;
  EmitUnits cells = nvptx_new_units(e, units.n);
  for (size_t i = 0; i < units.n; i++) cells.at[i] = LLVMBuildZExt(e->b, units.at[i], e->i8, "");
  return cells;
}

EmitUnits nvptx_to_words(Emit *e, const EmitAccess *a, EmitUnits value) {
  EmitUnits units = to_cells(e, value);
  unsigned unit_bytes = nvptx_bits_of(LLVMTypeOf(units.at[0])) / 8;
  EmitUnits words = nvptx_new_units(e, a->words);
  size_t per_word = a->word_bytes / unit_bytes;
  for (size_t i = 0; i < words.n; i++)
    words.at[i] = nvptx_gather(e, units.at + i * per_word, per_word, a->word);
  return words;
}

EmitUnits nvptx_loaded_words(Emit *e, const EmitAccess *a, IrType type, EmitUnits words) {
  EmitUnits units = nvptx_new_units(e, nvptx_num_units(type));
  LLVMTypeRef unit = a->element == e->i1 ? e->i8 : nvptx_unit_type(e, type, 0);
  size_t per_word = a->word_bytes / (nvptx_bits_of(unit) / 8);
  for (size_t i = 0; i < words.n; i++)
    nvptx_scatter(e, words.at[i], unit, per_word, units.at + i * per_word);
  if (a->element == e->i1)
    for (size_t i = 0; i < units.n; i++) units.at[i] = LLVMBuildTrunc(e->b, units.at[i], e->i1, "");
  return units;
}

// One scalar padding serves all elements.
EmitUnits nvptx_padding_words(Emit *e, const EmitAccess *a, IrType type, const IrValue *pad) {
  EmitUnits elements = nvptx_new_units(e, a->elements);
  if (pad && nvptx_num_elements(ir_value_type(pad)) == a->elements) {
    EmitUnits units = nvptx_units(e, pad);
    if (a->elements > 1) units = nvptx_pack(e, type, nvptx_elements(e, pad));
    return nvptx_to_words(e, a, units);
  }
  LLVMValueRef one = pad ? nvptx_scalar(e, pad) : LLVMConstNull(a->element);
  for (size_t i = 0; i < elements.n; i++) elements.at[i] = one;
  return nvptx_to_words(e, a, nvptx_pack(e, type, elements));
}
