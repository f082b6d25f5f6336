// Arenas, heaps, vectors, maps, streams, and the nearest word.
#include "tests/unit/unit.h"

#include "ir/support/remark.h"
#include "ir/support/arena.h"
#include "ir/support/diag.h"
#include "ir/support/map.h"
#include "ir/support/vec.h"
#include "ir/support/words.h"

static void arena_aligns_and_keeps(void **state) {
  (void)state;
  IrArena arena = {0};
  char *blocks[200];
  for (size_t i = 0; i < 200; i++) {
    size_t align = (size_t)1 << (i % 7);
    blocks[i] = ir_arena_alloc(&arena, i * 13, align);
    assert_int_equal((uintptr_t)blocks[i] % align, 0);
    memset(blocks[i], (int)i, i * 13);
  }
  for (size_t i = 1; i < 200; i++) {
    assert_int_equal((unsigned char)blocks[i][0], i);
    assert_int_equal((unsigned char)blocks[i][i * 13 - 1], i);
  }
  ir_arena_destroy(&arena);
  assert_int_equal(arena.total, 0);
}

static void arena_returns_to_mark(void **state) {
  (void)state;
  IrArena arena = {0};
  char *kept = ir_arena_strdup(&arena, IR_STR("kept"));
  IrArenaMark mark = ir_arena_mark(&arena);
  char *first = ir_arena_alloc(&arena, 16, 16);
  for (int i = 0; i < 100; i++) ir_arena_zalloc(&arena, 5000);
  ir_arena_release(&arena, mark);
  assert_string_equal(kept, "kept");
  assert_ptr_equal(ir_arena_alloc(&arena, 16, 16), first);
  ir_arena_destroy(&arena);
}

static void heap_reuses_equal_sizes(void **state) {
  (void)state;
  if (!IR_HEAP_REUSES) return;
  IrHeap heap = {0};
  void *a = ir_heap_alloc(&heap, 41), *b = ir_heap_alloc(&heap, 48);
  assert_ptr_not_equal(a, b);
  ir_heap_free(&heap, a, 41);
  assert_ptr_not_equal(ir_heap_alloc(&heap, 49), a); // the next class
  assert_ptr_equal(ir_heap_alloc(&heap, 48), a);     // 41 to 48 bytes are one class
  ir_heap_destroy(&heap);
}

static void heap_frees_large_blocks(void **state) {
  (void)state;
  IrHeap heap = {0};
  void *blocks[4];
  for (int i = 0; i < 4; i++) blocks[i] = memset(ir_heap_alloc(&heap, 100000), i, 100000);
  ir_heap_free(&heap, blocks[1], 100000);
  ir_heap_free(&heap, blocks[3], 100000);
  assert_non_null(heap.own_larges.first);
  ir_heap_destroy(&heap); // the other two; a leak checker sees if not
  assert_null(heap.own_larges.first);
}

static void vec_grows(void **state) {
  (void)state;
  IR_VEC(int) v = {0};
  for (int i = 0; i < 1000; i++) ir_vec_push(&v, i);
  assert_int_equal(v.n, 1000);
  for (int i = 999; i >= 0; i--) assert_int_equal(ir_vec_pop(&v), i);
  ir_vec_free(&v);
  assert_null(v.at);
}

enum { MANY = 5000 };
static char keys[MANY];

static void ptrmap_finds_and_removes(void **state) {
  (void)state;
  IrPtrMap map = {0};
  assert_null(ir_ptrmap_get(&map, &keys[0]));
  for (int i = 0; i < MANY; i++) ir_ptrmap_set(&map, &keys[i], &keys[MANY - 1 - i]);
  for (int i = 0; i < MANY; i += 2) ir_ptrmap_remove(&map, &keys[i]);
  for (int i = 0; i < MANY; i++) {
    assert_int_equal(ir_ptrmap_has(&map, &keys[i]), i % 2 == 1);
    assert_ptr_equal(ir_ptrmap_get(&map, &keys[i]), i % 2 ? &keys[MANY - 1 - i] : NULL);
  }
  assert_int_equal(map.live, MANY / 2);
  ir_ptrmap_set(&map, &keys[0], &keys[7]);
  assert_ptr_equal(ir_ptrmap_get(&map, &keys[0]), &keys[7]);
  ir_ptrmap_clear(&map);
  assert_false(ir_ptrmap_has(&map, &keys[1]));
  ir_ptrmap_free(&map);
}

static void ptrmap_keeps_insertion_order(void **state) {
  (void)state;
  IrPtrMap map = {0};
  for (int round = 0; round < 3; round++) { // adding and removing alike must not grow it
    for (int i = 0; i < 100; i++) ir_ptrmap_set(&map, &keys[(i * 37) % 101], NULL);
    for (int i = 0; i < 50; i++) ir_ptrmap_remove(&map, &keys[(i * 37) % 101]);
  }
  assert_true(map.cap <= 256);
  for (int i = 0; i < 50; i++) ir_ptrmap_remove(&map, &keys[((i + 50) * 37) % 101]);
  for (int i = 99; i >= 0; i--) ir_ptrmap_set(&map, &keys[i], NULL);
  int expected = 99;
  for (uint32_t i = 0; i < map.n; i++)
    if (map.entries[i].key) assert_ptr_equal(map.entries[i].key, &keys[expected--]);
  assert_int_equal(expected, -1);
  ir_ptrmap_free(&map);
}

static void strmap_compares_text(void **state) {
  (void)state;
  IrStrMap map = {0};
  IrArena arena = {0};
  for (int i = 0; i < MANY; i++) {
    IrStream s = {0};
    ir_print(&s, "key{}", i);
    ir_strmap_set(&map, (IrStr){ir_arena_strdup(&arena, ir_stream_str(&s)), s.len}, &keys[i]);
    ir_stream_free(&s);
  }
  assert_ptr_equal(ir_strmap_get(&map, IR_STR("key0")), &keys[0]);
  assert_ptr_equal(ir_strmap_get(&map, IR_STR("key4999")), &keys[4999]);
  assert_null(ir_strmap_get(&map, IR_STR("key5000")));
  assert_null(ir_strmap_get(&map, IR_STR("key")));
  assert_null(ir_strmap_get(&map, (IrStr){"", 0}));
  ir_strmap_set(&map, IR_STR("key7"), &keys[1]);
  assert_ptr_equal(ir_strmap_get(&map, IR_STR("key7")), &keys[1]);
  assert_int_equal(map.n, MANY);
  ir_strmap_free(&map);
  ir_arena_destroy(&arena);
}

// Names with a number, of the lengths that the hash reads in different ways, fall into as many
// slots of a table twice as large as random numbers would: a fraction of 1 - exp(-1/2), about
// 0.393.
static void hash_spreads_numbered_names(void **state) {
  (void)state;
  static const char *const stems[] = {"v", "acc", "block_arg", "a_rather_long_name"};
  enum { NAMES = 1 << 14, SLOTS = 2 * NAMES };
  bool *taken = ir_malloc(SLOTS);
  for (size_t stem = 0; stem < sizeof stems / sizeof *stems; stem++) {
    size_t distinct = 0;
    memset(taken, 0, SLOTS);
    for (int i = 0; i < NAMES; i++) {
      IrStream name = {0};
      ir_print(&name, "{}{}", stems[stem], 10000 + i);
      bool *slot = &taken[ir_hash_bytes(name.data, name.len, 0) & (SLOTS - 1)];
      distinct += !*slot;
      *slot = true;
      ir_stream_free(&name);
    }
    assert_in_range(distinct, SLOTS * 0.38, SLOTS * 0.41);
  }
  ir_free(taken);
}

static void stream_formats_by_type(void **state) {
  (void)state;
  IrStream s = {0};
  ir_print(&s, "{} {} {} {} {}", -5, (uint64_t)UINT64_MAX, (bool)true, (char)'c', 0.1);
  assert_string_equal(ir_stream_cstr(&s), "-5 18446744073709551615 true c 0.1");
  s.len = 0;
  ir_print(&s, "{{}} {} {x {}", IR_STR("ab"), INT64_MIN);
  assert_string_equal(ir_stream_cstr(&s), "{}} ab {x -9223372036854775808");
  s.len = 0;
  ir_print(&s, "{}", 1.0 / 3.0);
  assert_string_equal(ir_stream_cstr(&s), "0.3333333333333333");
  ir_stream_free(&s);
}

static void stream_quotes(void **state) {
  (void)state;
  IrStream s = {0};
  ir_write_quoted(&s, (IrStr){"a\"b\\c\n\0\xE4", 8});
  assert_string_equal(ir_stream_cstr(&s), "\"a\\22b\\\\c\\0A\\00\\E4\"");
  ir_stream_free(&s);
}

static void count_bytes(void *user, const char *text, size_t len) {
  size_t *counts = user;
  for (size_t i = 0; i < len; i++) counts[text[i] - 'a']++;
}

static void stream_flushes(void **state) {
  (void)state;
  size_t counts[3] = {0};
  IrStream s = {.write = count_bytes, .user = counts};
  for (int i = 0; i < 100000; i++) ir_write(&s, "abc", 3);
  assert_true(s.cap < 200000); // it did not keep everything
  ir_stream_flush(&s);
  for (int i = 0; i < 3; i++) assert_int_equal(counts[i], 100000);
  ir_stream_free(&s);
}

static const char *next_word(void *user) {
  const char *const **at = user;
  return *(*at)++;
}

static const char *nearest(const char *word) {
  static const char *const words[] = {"arith.addi", "arith.addf", "scf.for", "if", NULL};
  const char *const *at = words;
  return ir_nearest(ir_str(word), next_word, &at);
}

static void nearest_word(void **state) {
  (void)state;
  assert_string_equal(nearest("arith.adi"), "arith.addi");
  assert_string_equal(nearest("arith.dadf"), "arith.addf"); // a transposition
  assert_string_equal(nearest("scf.fro"), "scf.for");
  assert_string_equal(nearest("scf.for"), "scf.for");
  assert_null(nearest("memref.load"));
  assert_null(nearest("xy"));
  assert_null(nearest(""));
}

static bool fits(const char *pattern, const char *text) {
  return ir_glob_matches(ir_str(pattern), ir_str(text));
}

static void globs(void **state) {
  (void)state;
  assert_true(fits("missed-*", "missed-vectorize"));
  assert_true(fits("*-*-core", "missed-tensor-core"));
  assert_true(fits("*aab", "aaaab")); // goes back to the star
  assert_true(fits("cse", "cse"));
  assert_true(fits("*", ""));
  assert_true(fits("", ""));
  assert_false(fits("", "cse"));
  assert_false(fits("missed", "missed-vectorize"));
  assert_false(fits("missed-*e", "missed-tensor-cores"));
}

static void json(void **state) {
  (void)state;
  IrStream out = {0};
  ir_write_json(&out, IR_STR("a\"\\\n\x7f\xC3\xA4"));
  assert_string_equal(ir_stream_cstr(&out), "\"a\\\"\\\\\\u000a\\u007f\xC3\xA4\"");
  ir_stream_free(&out);
}

static void words_are_numbers(void **state) {
  (void)state;
  uint64_t w[2];
  assert_true(ir_words_parse(IR_STR("18446744073709551617"), w, 2)); // 2^64 + 1
  assert_int_equal(w[0], 1);
  assert_int_equal(w[1], 1);
  assert_int_equal(ir_words_bits((IrWords){w, 2}), 65);
  assert_int_equal(ir_words_divide(w, 2, 10), 7);
  assert_int_equal(w[0], 1844674407370955161);
  assert_int_equal(w[1], 0);
  assert_true(ir_words_parse(IR_STR("0xFFFFFFFFFFFFFFFF0000000000000000"), w, 2));
  assert_int_equal(w[1], UINT64_MAX);
  assert_false(ir_words_parse(IR_STR("0x100000000000000000000000000000000"), w, 2));
  assert_false(ir_words_parse(IR_STR("12a"), w, 2));
}

static void words_keep_their_sign(void **state) {
  (void)state;
  uint64_t w[2] = {1, 0}, r[3];
  ir_words_negate(w, 2);
  assert_int_equal(w[0], UINT64_MAX);
  assert_int_equal(w[1], UINT64_MAX);
  assert_true(ir_words_is_negative((IrWords){w, 2}));
  ir_words_resize(r, 130, (IrWords){w, 2});
  assert_int_equal(r[2], UINT64_MAX);
  w[1] = 1; // bit 64 is the sign of 65 bits
  ir_words_wrap(w, 65);
  assert_int_equal(w[1], UINT64_MAX);
  w[0] = 3;
  ir_words_wrap(w, 1);
  assert_int_equal(w[0], 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_aligns_and_keeps),
      cmocka_unit_test(arena_returns_to_mark),
      cmocka_unit_test(heap_reuses_equal_sizes),
      cmocka_unit_test(heap_frees_large_blocks),
      cmocka_unit_test(vec_grows),
      cmocka_unit_test(ptrmap_finds_and_removes),
      cmocka_unit_test(ptrmap_keeps_insertion_order),
      cmocka_unit_test(strmap_compares_text),
      cmocka_unit_test(hash_spreads_numbered_names),
      cmocka_unit_test(stream_formats_by_type),
      cmocka_unit_test(stream_quotes),
      cmocka_unit_test(stream_flushes),
      cmocka_unit_test(nearest_word),
      cmocka_unit_test(globs),
      cmocka_unit_test(json),
      cmocka_unit_test(words_are_numbers),
      cmocka_unit_test(words_keep_their_sign),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
