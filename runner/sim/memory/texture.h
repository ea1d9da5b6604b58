/* The texture unit: what one thread reads from a texture at a coordinate, and where surfaces have their bytes. Pure
 * functions; they know no warp. */
#ifndef WARPSCHOOL_SIM_TEXTURE_H
#define WARPSCHOOL_SIM_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"

/* The texture or surface behind a handle. */
typedef struct SimTexture {
    const char *name; /* for messages */
    Texture how;
    Scalar type;           /* of an element: i8 to u32, f16 or f32 */
    const uint8_t *texels; /* row by row, how.channels elements each; NULL: it was destroyed */
    uint64_t address;      /* the device address of the first one; 0: it has none */
    bool surface;
} SimTexture;

/* The handle of a launch's texture 0; the next ones follow. No pointer and no small integer has such a value. */
#define SIM_TEXTURE_HANDLE UINT64_C(0x0000100000000000)

uint32_t texture_dimensions(const Texture *how); /* 1, 2 or 3; a layer is none */
/* Bytes of a row of texels, from row to row, from slice to slice, and from the first texel to behind the last one. */
uint64_t texture_row_bytes(const Texture *how, Scalar type);
uint64_t texture_row_step(const Texture *how, Scalar type);
uint64_t texture_slice_step(const Texture *how, Scalar type);
uint64_t texture_bytes(const Texture *how, Scalar type);

/* Each fills in four registers of 32 bits: a float where the texture is read as floats (f16, f32, normalised), else the
 * element, sign- or zero-extended. Channels that the texture does not have are 0. at: x, y and z, as
 * far as the texture has them. The layer is looked at in layered textures alone; beyond the last one it is that. */
void texture_sample(const SimTexture *texture, const float at[3], uint32_t layer, uint32_t result[4]);
/* One channel of the four texels that linear filtering would blend, in the order of tld4: lower left, lower right,
 * upper right, upper left, where lower means the larger y. */
void texture_gather(const SimTexture *texture, int channel, const float at[3], uint32_t layer, uint32_t result[4]);
/* The texel at whole coordinates; zeros outside. */
void texture_texel(const SimTexture *texture, const int32_t at[3], uint32_t layer, uint32_t result[4]);

#endif
