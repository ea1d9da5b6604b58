/* Fat binaries: which PTX is taken, how it is unpacked, and that no damage does harm. */
#include <lz4.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include <cmocka.h>

#include "program/fatbin.h"

enum { KIND_PTX = 1, KIND_CODE = 2, LZ4 = 0x2000, ZSTD = 0x8000, ROOM = 8192 };

typedef struct Binary {
    uint8_t bytes[ROOM];
    size_t size;
} Binary;

static void put(uint8_t *at, uint64_t value, size_t width) {
    for (size_t i = 0; i < width; i++) at[i] = (uint8_t)(value >> (8 * i));
}

static void begin(Binary *binary) {
    memset(binary, 0, sizeof *binary);
    put(binary->bytes, 0xBA55ED50, 4);
    put(binary->bytes + 4, 1, 2);
    put(binary->bytes + 6, 16, 2);
    binary->size = 16;
}

/* An entry as nvcc 13.0 writes it, whose header has 72 bytes. */
static void add(Binary *binary, unsigned kind, unsigned arch, const void *body, size_t size, size_t plain,
                unsigned flags) {
    uint8_t *entry = binary->bytes + binary->size;
    put(entry, kind, 2);
    put(entry + 4, 72, 4);
    put(entry + 8, size, 8);
    put(entry + 16, size, 4);
    put(entry + 28, arch, 4);
    put(entry + 40, flags, 8);
    put(entry + 56, plain, 8);
    memcpy(entry + 72, body, size);
    binary->size += 72 + size;
    put(binary->bytes + 8, binary->size - 16, 8);
}

static const char text[] = ".version 8.0 .target sm_80 .version 8.0 .target sm_80 .version 8.0 .target sm_80";

static void takes_the_newest_that_is_not_newer(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Binary binary;
    FatbinPtx ptx;
    begin(&binary);
    add(&binary, KIND_CODE, 90, "code", 4, 0, 0);
    add(&binary, KIND_PTX, 70, "seventy", 8, 0, 0);
    add(&binary, KIND_PTX, 80, "eighty", 7, 0, 0);
    add(&binary, KIND_PTX, 100, "hundred", 8, 0, 0);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_FOUND);
    assert_string_equal(ptx.text, "eighty");
    assert_int_equal(ptx.arch, 80);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 70, arena, &ptx), FATBIN_FOUND);
    assert_string_equal(ptx.text, "seventy");
    assert_string_equal(ptx.archs, "sm_90, PTX for sm_70, PTX for sm_80, PTX for sm_100");
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 60, arena, &ptx), FATBIN_TOO_NEW);
    arena_free(arena);
}

static void names_what_is_missing(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Binary binary;
    FatbinPtx ptx;
    begin(&binary);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_EMPTY);
    add(&binary, KIND_CODE, 90, "code", 4, 0, 0);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_ONLY_CODE);
    assert_string_equal(ptx.archs, "sm_90");
    arena_free(arena);
}

static void unpacks(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Binary binary;
    FatbinPtx ptx;
    char packed[1024];
    size_t size = ZSTD_compress(packed, sizeof packed, text, sizeof text, 3);
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, sizeof text, ZSTD);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_FOUND);
    assert_string_equal(ptx.text, text);
    size = (size_t)LZ4_compress_default(text, packed, sizeof text, sizeof packed);
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, sizeof text, LZ4);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_FOUND);
    assert_string_equal(ptx.text, text);
    assert_int_equal(ptx.size, strlen(text));
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, sizeof text - 1, LZ4); /* not what it says */
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_MALFORMED);
    assert_string_equal(ptx.problem, "its LZ4 data is damaged");
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, 200 << 20, LZ4); /* more than so few bytes can become */
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_MALFORMED);
    assert_string_equal(ptx.problem, "its compressed PTX does not have the size that it claims");
    size = ZSTD_compress(packed, sizeof packed, text, sizeof text, 3);
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, 200 << 20, ZSTD);
    assert_int_equal(fatbin_read(binary.bytes, binary.size, 90, arena, &ptx), FATBIN_MALFORMED);
    assert_string_equal(ptx.problem, "its compressed PTX does not have the size that it claims");
    arena_free(arena);
}

static void reads_what_it_makes(void **state) {
    (void)state;
    Arena *arena = arena_new();
    FatbinPtx ptx;
    size_t size;
    const void *made = fatbin_make(text, strlen(text), 86, arena, &size);
    assert_int_equal(fatbin_read(made, size, 90, arena, &ptx), FATBIN_FOUND);
    assert_string_equal(ptx.text, text);
    assert_int_equal(ptx.arch, 86);
    arena_free(arena);
}

/* Every shorter one, and every one with one byte changed, in memory of exactly that size. */
static void survives_damage(void **state) {
    (void)state;
    Binary binary;
    char packed[1024];
    size_t size = ZSTD_compress(packed, sizeof packed, text, sizeof text, 3);
    begin(&binary);
    add(&binary, KIND_PTX, 80, packed, size, sizeof text, ZSTD);
    add(&binary, KIND_PTX, 70, "seventy", 8, 0, 0);
    for (size_t i = 0; i < binary.size; i++) {
        Arena *arena = arena_new();
        FatbinPtx ptx;
        uint8_t *copy = malloc(i + 1);
        memcpy(copy, binary.bytes, i);
        assert_int_not_equal(fatbin_read(copy, i, 90, arena, &ptx), FATBIN_FOUND);
        free(copy);
        copy = malloc(binary.size);
        for (unsigned value = 0x01; value <= 0x80; value *= 2) {
            memcpy(copy, binary.bytes, binary.size);
            copy[i] ^= (uint8_t)value;
            fatbin_read(copy, binary.size, 90, arena, &ptx);
        }
        free(copy);
        arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_newest_that_is_not_newer),
        cmocka_unit_test(names_what_is_missing),
        cmocka_unit_test(unpacks),
        cmocka_unit_test(reads_what_it_makes),
        cmocka_unit_test(survives_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
