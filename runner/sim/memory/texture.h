/* The texture unit: what one thread reads from a texture at a coordinate. Pure functions; they know no warp. */
#ifndef WARPSCHOOL_SIM_TEXTURE_H
#define WARPSCHOOL_SIM_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"

/* The texture behind a handle. */
typedef struct SimTexture {
    const char *name; /* for messages */
    Texture how;
    Scalar type;           /* of an element: i8 to u32, f16 or f32 */
    const uint8_t *texels; /* row by row, how.channels elements each */
} SimTexture;

/* The handle of a launch's texture 0; the next ones follow. No pointer and no small integer has such a value. */
#define SIM_TEXTURE_HANDLE UINT64_C(0x0000760000000000)

/* Each fills in four registers of 32 bits: a float where the texture is read as floats (f16, f32, normalised), else the
 * element, sign- or zero-extended. Channels that the texture does not have are 0. y is not looked at in a line. */
void texture_sample(const SimTexture *texture, float x, float y, uint32_t result[4]);
/* One channel of the four texels that linear filtering would blend, in the order of tld4: lower left, lower right,
 * upper right, upper left, where lower means the larger y. */
void texture_gather(const SimTexture *texture, int channel, float x, float y, uint32_t result[4]);
/* The texel at whole coordinates; zeros outside. */
void texture_texel(const SimTexture *texture, int32_t x, int32_t y, uint32_t result[4]);

#endif
