/* Textures: which texel a coordinate finds, what lies outside, and how linear filtering weighs. Coordinates are
 * multiples of 1/16 of a texel and texels whole numbers, so that every weight and every sum is exact; how inexact ones
 * are rounded is tests/hardware/texture_h200.txt's. */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "cases.h"

enum { WIDTH = 6, HEIGHT = 5 };

static float floats[WIDTH * HEIGHT * 4];
static int32_t whole[WIDTH * HEIGHT];
static uint8_t bytes[WIDTH * HEIGHT];

static float float_of(uint64_t bits) {
    return bits_as_float((uint32_t)bits);
}

static uint64_t bits_of(double value) {
    return bits_of_float((float)value);
}

/* The texel that index i stands for along a dimension, one step at a time; -1: the border. */
static long find(long i, long size, TextureAddress address) {
    while (i < 0 || i >= size) {
        switch (address) {
        case TEXTURE_BORDER: return -1;
        case TEXTURE_CLAMP: return i < 0 ? 0 : size - 1;
        case TEXTURE_WRAP: i += i < 0 ? size : -size; break;
        case TEXTURE_MIRROR: i = i < 0 ? -1 - i : 2 * size - 1 - i; break;
        }
    }
    return i;
}

static double element(const CaseTexture *texture, long x, long y, int channel) {
    const Texture *how = &texture->how;
    bool turns = how->normalised_coordinates;
    x = find(x, how->width, turns || how->address[0] == TEXTURE_BORDER ? how->address[0] : TEXTURE_CLAMP);
    y = how->height ? find(y, how->height, turns || how->address[1] == TEXTURE_BORDER ? how->address[1] : TEXTURE_CLAMP)
                    : 0;
    if (x < 0 || y < 0 || channel >= how->channels) return 0;
    size_t at = ((size_t)y * how->width + (size_t)x) * (size_t)how->channels + (size_t)channel;
    double one = how->normalised_values ? 255 : 1;
    return scalar_get(texture->type, (const char *)texture->texels + at * scalar_size(texture->type)) / one;
}

/* Operands are f32 bits of coordinates in texels; normalised ones are scaled by the kernel as by scaled(). */
static double scaled(const CaseTexture *texture, uint64_t bits, int dimension) {
    double size = dimension ? texture->how.height : texture->how.width, value = (double)float_of(bits);
    return texture->how.normalised_coordinates ? value / 8 * size : value;
}

static double blended(const CaseTexture *texture, const uint64_t x[OPERANDS], int channel) {
    double u = scaled(texture, x[0], 0), v = texture->how.height ? scaled(texture, x[1], 1) : 0.5;
    if (texture->how.filter == TEXTURE_POINT) return element(texture, (long)floor(u), (long)floor(v), channel);
    double a = u - 0.5 - floor(u - 0.5), b = v - 0.5 - floor(v - 0.5);
    long i = (long)floor(u - 0.5), j = (long)floor(v - 0.5);
    return (1 - a) * (1 - b) * element(texture, i, j, channel) + a * (1 - b) * element(texture, i + 1, j, channel) +
           (1 - a) * b * element(texture, i, j + 1, channel) + a * b * element(texture, i + 1, j + 1, channel);
}

static uint64_t sampled(const void *context, const uint64_t x[OPERANDS]) {
    return bits_of(blended(context, x, 0));
}
static uint64_t third_channel(const void *context, const uint64_t x[OPERANDS]) {
    return bits_of(blended(context, x, 2));
}

static uint64_t sampled_whole(const void *context, const uint64_t x[OPERANDS]) {
    return (uint32_t)(int32_t)blended(context, x, 0);
}

/* The sum of 1, 2, 4 and 8 times the four texels in tld4's order: lower left, lower right, upper right, upper left. */
static uint64_t gathered(const void *context, const uint64_t x[OPERANDS]) {
    const CaseTexture *texture = context;
    long i = (long)floor(scaled(texture, x[0], 0) - 0.5), j = (long)floor(scaled(texture, x[1], 1) - 0.5);
    return bits_of(element(texture, i, j + 1, 1) + 2 * element(texture, i + 1, j + 1, 1) +
                   4 * element(texture, i + 1, j, 1) + 8 * element(texture, i, j, 1));
}

static uint64_t size_of(const void *context, const uint64_t x[OPERANDS]) {
    const CaseTexture *texture = context;
    (void)x;
    return texture->how.width * 100 + texture->how.height;
}

static const Operands *coordinates(void) {
    static Operands all;
    uint64_t values[64];
    for (int i = 0; i < 64; i++) values[i] = bits_of((i * 37 % 256 - 64) / 16.0);
    operands_combine(&all, values, 64);
    return &all;
}

/* The kernel divides by 8 to normalise, so such a texture is 8 texels large. */
static CaseTexture made(uint32_t width, uint32_t height, TextureAddress x, TextureAddress y, TextureFilter filter,
                        bool normalised) {
    return (CaseTexture){.type = SCALAR_F32,
                         .texels = floats,
                         .how = {.width = width,
                                 .height = height,
                                 .channels = 1,
                                 .address = {x, y},
                                 .filter = filter,
                                 .normalised_coordinates = normalised}};
}

static void try_sampling(Suite *suite, const CaseTexture *texture) {
    const char *in_plane = texture->how.normalised_coordinates
                               ? "mul.f32 %f5,%f1,0f3E000000; mul.f32 %f6,%f2,0f3E000000; tex.2d.v4.f32.f32 "
                                 "{%f0,%f7,%f8,%f9},[%d28,{%f5,%f6}];"
                               : "tex.2d.v4.f32.f32 {%f0,%f7,%f8,%f9},[%d28,{%f1,%f2}];";
    const char *in_line = texture->how.normalised_coordinates
                              ? "mul.f32 %f5,%f1,0f3E000000; tex.1d.v4.f32.f32 {%f0,%f7,%f8,%f9},[%d28,{%f5}];"
                              : "tex.1d.v4.f32.f32 {%f0,%f7,%f8,%f9},[%d28,{%f1}];";
    suite_texture(suite, texture);
    suite_alu(suite, texture->how.height ? in_plane : in_line, 'f', coordinates(), sampled, texture, (Match){0});
}

static void cases_of_modes(Suite *suite) {
    for (int x = TEXTURE_WRAP; x <= TEXTURE_BORDER; x++)
        for (int filter = TEXTURE_POINT; filter <= TEXTURE_LINEAR; filter++)
            for (int normalised = 0; normalised < 2; normalised++) {
                TextureAddress across = (TextureAddress)x, down = (TextureAddress)((x + 1 + filter) % 4);
                CaseTexture plane = made(normalised ? 8 : WIDTH, normalised ? 8 : HEIGHT, across, down,
                                         (TextureFilter)filter, normalised);
                CaseTexture line =
                    made(normalised ? 8 : WIDTH, 0, across, TEXTURE_CLAMP, (TextureFilter)filter, normalised);
                try_sampling(suite, &plane);
                try_sampling(suite, &line);
            }
}

void cases_texture(Suite *suite) {
    for (int i = 0; i < WIDTH * HEIGHT * 4; i++) floats[i] = (float)(i * 29 % 101 - 40);
    for (int i = 0; i < WIDTH * HEIGHT; i++) whole[i] = i * 12345678, bytes[i] = (uint8_t)(i * 83);
    cases_of_modes(suite);
    CaseTexture colours = made(WIDTH, HEIGHT, TEXTURE_CLAMP, TEXTURE_CLAMP, TEXTURE_LINEAR, false);
    colours.how.channels = 4;
    suite_texture(suite, &colours);
    suite_alu(suite, "tex.2d.v4.f32.f32 {%f5,%f6,%f0,%f7},[%d28,{%f1,%f2}];", 'f', coordinates(), third_channel,
              &colours, (Match){0});
    suite_alu(suite, "tex.level.2d.v4.f32.f32 {%f0,%f5,%f6,%f7},[%d28,{%f1,%f2}],%f3;", 'f', coordinates(), sampled,
              &colours, (Match){0});
    suite_alu(suite, "tex.base.2d.v4.f32.f32 {%f0,%f5,%f6,%f7},[%d28,{%f1,%f2}];", 'f', coordinates(), sampled,
              &colours, (Match){0});
    suite_alu(suite, "tex.grad.2d.v4.f32.f32 {%f0,%f5,%f6,%f7},[%d28,{%f1,%f2}],{%f3,%f4},{%f4,%f3};", 'f',
              coordinates(), sampled, &colours, (Match){0});
    suite_alu(suite,
              "tld4.g.2d.v4.f32.f32 {%f5,%f6,%f7,%f8},[%d28,{%f1,%f2}]; fma.rn.f32 %f0,%f6,0f40000000,%f5;"
              "fma.rn.f32 %f0,%f7,0f40800000,%f0; fma.rn.f32 %f0,%f8,0f41000000,%f0;",
              'f', coordinates(), gathered, &colours, (Match){0});
    suite_alu(suite, "txq.width.b32 %r5,[%d28]; txq.height.b32 %r6,[%d28]; mad.lo.u32 %r0,%r5,100,%r6;", 'r',
              coordinates(), size_of, &colours, (Match){0});
    CaseTexture numbers = made(WIDTH, HEIGHT, TEXTURE_CLAMP, TEXTURE_BORDER, TEXTURE_POINT, false);
    numbers.type = SCALAR_I32;
    numbers.texels = whole;
    suite_texture(suite, &numbers);
    suite_alu(suite, "tex.2d.v4.s32.f32 {%r0,%r5,%r6,%r7},[%d28,{%f1,%f2}];", 'r', coordinates(), sampled_whole,
              &numbers, (Match){0});
    CaseTexture fractions = numbers;
    fractions.type = SCALAR_U8;
    fractions.texels = bytes;
    fractions.how.normalised_values = true;
    suite_texture(suite, &fractions);
    suite_alu(suite, "tex.2d.v4.f32.f32 {%f0,%f5,%f6,%f7},[%d28,{%f1,%f2}];", 'f', coordinates(), sampled, &fractions,
              (Match){0});
    suite_texture(suite, NULL);
}
