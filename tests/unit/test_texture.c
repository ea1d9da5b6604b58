/* The texture unit against what an H200 returned: tests/hardware/texture_h200.txt and texture_3d_h200.txt, every sample
 * bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/file.h"
#include "base/text.h"
#include "sim/memory/texture.h"

static TextureAddress address_named(const char *word) {
    static const char *const words[] = {
        [TEXTURE_WRAP] = "wrap", [TEXTURE_CLAMP] = "clamp", [TEXTURE_MIRROR] = "mirror", [TEXTURE_BORDER] = "border"};
    for (size_t i = 0; i < 4; i++)
        if (strcmp(words[i], word) == 0) return (TextureAddress)i;
    fail_msg("no address mode is called %s", word);
    return TEXTURE_CLAMP;
}

static Scalar scalar_named(const char *word) {
    for (size_t i = 0; i < SCALAR_COUNT; i++)
        if (strcmp(scalar_name[i], word) == 0) return (Scalar)i;
    fail_msg("no type is called %s", word);
    return SCALAR_F32;
}

static uint32_t element_number(const char *kind, size_t i) {
    static const uint32_t last[] = {0x7fff, 0x8001, 0x8000, 0xffff};
    if (strcmp(kind, "bytes") == 0) return (uint32_t)(i & 255);
    return i >= 4092 ? last[i - 4092] : (uint32_t)(i * 16 + i * 7 % 16);
}

/* A line that begins with "texture "; it is cut up. */
static SimTexture read_texture(char *line, Arena *arena) {
    char *words[10], *rest = line + strlen("texture ");
    for (int i = 0; i < 9; i++) words[i] = strsep(&rest, " ");
    SimTexture texture = {.name = "image", .type = scalar_named(words[0])};
    texture.how.channels = atoi(words[1]);
    texture.how.width = (uint32_t)atoi(words[2]);
    texture.how.height = (uint32_t)atoi(words[3]);
    texture.how.address[0] = address_named(words[4]);
    texture.how.address[1] = address_named(words[5]);
    texture.how.filter = strcmp(words[6], "linear") == 0 ? TEXTURE_LINEAR : TEXTURE_POINT;
    texture.how.normalised_coordinates = strcmp(words[7], "normalised") == 0;
    texture.how.normalised_values = strcmp(words[8], "normalised") == 0;
    size_t count =
        (size_t)texture.how.width * (texture.how.height ? texture.how.height : 1) * (size_t)texture.how.channels;
    size_t size = scalar_size(texture.type);
    uint8_t *texels = arena_alloc(arena, count * size, 16);
    bool numbered = strcmp(rest, "bytes") == 0 || strcmp(rest, "words") == 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits = numbered ? element_number(rest, i) : (uint32_t)strtoul(rest, &rest, 16);
        memcpy(texels + i * size, &bits, size);
    }
    texture.texels = texels;
    return texture;
}

static void sample(const SimTexture *texture, const char *op, uint32_t x, uint32_t y, uint32_t result[4]) {
    const float at[3] = {bits_as_float(x), bits_as_float(y), 0};
    if (text_starts(op, "tld4."))
        texture_gather(texture, (int)(strchr("rgba", op[5]) - "rgba"), at, 0, result);
    else if (text_ends(op, ".i"))
        texture_texel(texture, (const int32_t[]){(int32_t)at[0], (int32_t)at[1], 0}, 0, result);
    else
        texture_sample(texture, at, 0, result);
}

/* False where the line's results differ. */
static bool same_as_hardware(const SimTexture *texture, const char *line) {
    char op[32];
    int used;
    unsigned x, y;
    uint32_t got[4];
    assert_int_equal(sscanf(line, "%31s %x %x%n", op, &x, &y, &used), 3);
    sample(texture, op, x, y, got);
    char *rest = (char *)(uintptr_t)line + used;
    for (int i = 0; *rest == ' '; i++) {
        uint32_t want = (uint32_t)strtoul(rest, &rest, 16);
        if (want == got[i]) continue;
        print_error("%s: result %d is %08x (%g)\n", line, i, got[i], (double)bits_as_float(got[i]));
        return false;
    }
    return true;
}

static void every_sample_of_the_h200_is_reproduced(void **state) {
    (void)state;
    Arena *arena = arena_new();
    const char *why;
    size_t size, samples = 0, wrong = 0, textures = 0;
    char *text = file_read_text(arena, "tests/hardware/texture_h200.txt", &size, &why);
    assert_non_null(text);
    SimTexture texture = {0};
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        if (*line == '#' || *line == 0) continue;
        if (text_starts(line, "texture ")) {
            texture = read_texture(line, arena);
            textures++;
            continue;
        }
        samples++;
        wrong += !same_as_hardware(&texture, line);
    }
    arena_free(arena);
    assert_int_equal(wrong, 0);
    assert_true(textures >= 90 && samples >= 3000);
}

static void every_sample_between_eight_texels_is_reproduced(void **state) {
    (void)state;
    const float texels[8] = {1, 4 / 3.0f, 8 / 3.0f, 1 / 3.0f, 5 / 3.0f, 3, 2 / 3.0f, 1000};
    SimTexture box = {.type = SCALAR_F32, .texels = (const uint8_t *)texels};
    box.how = (Texture){.width = 2, .height = 2, .depth = 2, .channels = 1, .filter = TEXTURE_LINEAR};
    for (int i = 0; i < 3; i++) box.how.address[i] = TEXTURE_CLAMP;
    Arena *arena = arena_new();
    const char *why;
    size_t size, samples = 0;
    char *text = file_read_text(arena, "tests/hardware/texture_3d_h200.txt", &size, &why);
    assert_non_null(text);
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        if (*line == '#' || *line == 0) continue;
        unsigned bits[4];
        uint32_t got[4];
        assert_int_equal(sscanf(line, "%x %x %x %x", &bits[0], &bits[1], &bits[2], &bits[3]), 4);
        texture_sample(&box, (float[]){bits_as_float(bits[0]), bits_as_float(bits[1]), bits_as_float(bits[2])}, 0, got);
        if (got[0] != bits[3]) fail_msg("%s: %08x", line, got[0]);
        samples++;
    }
    arena_free(arena);
    assert_true(samples >= 1000);
}

/* Slices whose sums lie so far apart that the smaller only decides a half, and on which side of it the sum lies. */
static void a_small_slice_decides_a_half_of_a_large_one(void **state) {
    (void)state;
    static const struct {
        float front, right, back, value; /* between (front, right) and the slice of twice `back`, and what it is */
    } rows[] = {
        {0x1.000002p0f, 0x1.000002p0f, 0, 0x1.000002p-1f}, /* nothing to round */
        {0x1p0f, 0x1.000002p0f, 0, 0x1.000002p-1f},        /* a half: away from zero */
        {-0x1p0f, -0x1.000002p0f, 0, -0x1.000002p-1f},
        {0x1p0f, 0x1.000002p0f, 0x1p-70f, 0x1.000002p-1f}, /* above it */
        {0x1p0f, 0x1.000002p0f, -0x1p-70f, 0x1p-1f},       /* below it, by far less than the sum's last bit */
        {0x1p0f, 0x1.000002p0f, -0x1p-28f, 0x1p-1f},
        {-0x1p0f, -0x1.000002p0f, 0x1p-120f, -0x1p-1f},
        {0x1p100f, 0x1p100f, 0x1p-100f, 0x1p99f},
        {0x1p100f, 0x1p100f, -0x1p100f, 0},
        {0, 0, 0x1.234568p-80f, 0x1.234568p-81f},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const float texels[4] = {rows[i].front, rows[i].right, rows[i].back, rows[i].back};
        SimTexture box = {.type = SCALAR_F32, .texels = (const uint8_t *)texels};
        box.how = (Texture){.width = 2, .height = 1, .depth = 2, .channels = 1, .filter = TEXTURE_LINEAR};
        for (int k = 0; k < 3; k++) box.how.address[k] = TEXTURE_CLAMP;
        uint32_t got[4];
        texture_sample(&box, (float[]){1, 0.5f, 1}, 0, got);
        if (bits_as_float(got[0]) != rows[i].value)
            fail_msg("row %zu: %a, not %a", i, (double)bits_as_float(got[0]), (double)rows[i].value);
    }
}

/* Texels of whole numbers, halves of texels: every rule of rounding gives the same. */
static void a_box_blends_eight_texels_and_a_layer_four(void **state) {
    (void)state;
    float texels[3][2][4];
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 4; x++) texels[z][y][x] = (float)(100 * z + 10 * y + x);
    SimTexture box = {.type = SCALAR_F32, .texels = (const uint8_t *)texels};
    box.how = (Texture){.width = 4,
                        .height = 2,
                        .depth = 3,
                        .channels = 1,
                        .address = {TEXTURE_CLAMP, TEXTURE_CLAMP, TEXTURE_BORDER},
                        .filter = TEXTURE_LINEAR};
    assert_int_equal(texture_bytes(&box.how, box.type), sizeof texels);
    static const struct {
        float at[3], value;
    } rows[] = {{{1.5f, 0.5f, 1.5f}, 101}, {{2, 1, 2}, 156.5f}, {{2, 1, 1.75f}, 131.5f}, {{0.5f, 0.5f, 3}, 100}};
    uint32_t result[4];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        texture_sample(&box, rows[i].at, 0, result);
        assert_true(bits_as_float(result[0]) == rows[i].value);
    }
    texture_texel(&box, (const int32_t[]){3, 1, 2}, 0, result);
    assert_true(bits_as_float(result[0]) == 213);
    texture_texel(&box, (const int32_t[]){3, 1, 3}, 0, result);
    assert_true(bits_as_float(result[0]) == 0);
    box.how.depth = 0;
    box.how.layers = 3;
    texture_sample(&box, (const float[]){2, 1, 0}, 1, result);
    assert_true(bits_as_float(result[0]) == 106.5f);
    texture_sample(&box, (const float[]){0.5f, 0.5f, 0}, 7, result); /* no such layer: the last one */
    assert_true(bits_as_float(result[0]) == 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_of_the_h200_is_reproduced),
        cmocka_unit_test(every_sample_between_eight_texels_is_reproduced),
        cmocka_unit_test(a_small_slice_decides_a_half_of_a_large_one),
        cmocka_unit_test(a_box_blends_eight_texels_and_a_layer_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
