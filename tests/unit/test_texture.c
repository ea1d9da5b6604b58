/* The texture unit against what an H200 returned: tests/hardware/texture_h200.txt, every sample bit for bit. */
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
    if (text_starts(op, "tld4."))
        texture_gather(texture, (int)(strchr("rgba", op[5]) - "rgba"), bits_as_float(x), bits_as_float(y), result);
    else if (text_ends(op, ".i"))
        texture_texel(texture, (int32_t)bits_as_float(x), (int32_t)bits_as_float(y), result);
    else
        texture_sample(texture, bits_as_float(x), bits_as_float(y), result);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sample_of_the_h200_is_reproduced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
