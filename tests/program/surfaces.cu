// Surfaces of one, two and three dimensions and of layers, textures of the same arrays, and copies of boxes; with an
// argument, what goes wrong with a surface.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { W = 8, H = 4, D = 3 };

__global__ void fill(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaSurfaceObject_t box) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    if (y == 0 && z == 0) surf1Dwrite(float(x), line, x * sizeof(float));
    if (z == 0) surf2Dwrite(make_uchar4(x, y, 10 * y + x, 255), plane, x * sizeof(uchar4), y);
    surf3Dwrite(100.0f * z + 10 * y + x, box, x * sizeof(float), y, z);
}

__global__ void layers(cudaSurfaceObject_t surface) {
    int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
    surf2DLayeredwrite(make_short2(x - y, layer), surface, x * sizeof(short2), y, layer);
}

// What lies outside: the nearest place, zeros, and stores that are dropped.
__global__ void outside(cudaSurfaceObject_t box, float *out) {
    out[0] = surf3Dread<float>(box, (W + 5) * sizeof(float), -2, D, cudaBoundaryModeClamp);
    out[1] = surf3Dread<float>(box, -4, 1, 1, cudaBoundaryModeClamp);
    out[2] = surf3Dread<float>(box, 0, H, 1, cudaBoundaryModeZero);
    out[3] = surf3Dread<float>(box, 4, 1, 1, cudaBoundaryModeZero);
    surf3Dwrite(-1.0f, box, W * sizeof(float), 0, 0, cudaBoundaryModeZero);
    surf3Dwrite(-2.0f, box, 0, H + 3, D + 3, cudaBoundaryModeClamp);
}

__global__ void read_back(cudaSurfaceObject_t line, cudaSurfaceObject_t plane, cudaTextureObject_t volume,
                          cudaTextureObject_t layered, float *out) {
    int x = threadIdx.x;
    uchar4 texel = surf2Dread<uchar4>(plane, x * sizeof(uchar4), 3);
    short2 pair = tex2DLayered<short2>(layered, x, 1, 1);
    out[x] = surf1Dread<float>(line, x * sizeof(float)) + texel.z + tex3D<float>(volume, x + 0.5f, 2.5f, 1.5f);
    out[W + x] = tex3D<float>(volume, x + 1.0f, 1.0f, 2.0f); // between 2 texels along each axis
    out[2 * W + x] = pair.x + 1000 * pair.y;
}

__global__ void race(cudaSurfaceObject_t plane) {
    surf2Dwrite(make_uchar4(threadIdx.x, blockIdx.x, 0, 0), plane, threadIdx.x / 2 * sizeof(uchar4), 0);
}
__global__ void beyond(cudaSurfaceObject_t plane) {
    surf2Dwrite(make_uchar4(1, 2, 3, 4), plane, threadIdx.x * sizeof(uchar4), 1);
}
__global__ void slanted(cudaSurfaceObject_t line) {
    surf1Dwrite(1.0f, line, 4 * threadIdx.x + 2);
}
__global__ void flat(cudaSurfaceObject_t box, float *out) {
    out[threadIdx.x] = surf2Dread<float>(box, threadIdx.x * sizeof(float), 0);
}
__global__ void confused(cudaTextureObject_t texture, float *out) {
    out[threadIdx.x] = surf3Dread<float>(texture, threadIdx.x * sizeof(float), 0, 0);
}
__global__ void unlayered(cudaTextureObject_t layered, float *out) {
    out[threadIdx.x] = tex2D<short2>(layered, threadIdx.x, 0).x;
}

static cudaArray_t make_array(int w, int h, int d, unsigned flags, cudaChannelFormatDesc format) {
    cudaArray_t array = nullptr;
    cudaMalloc3DArray(&array, &format, make_cudaExtent(w, h, d), flags);
    return array;
}

static cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array) {
    cudaSurfaceObject_t surface = 0;
    cudaResourceDesc resource = resource_of(array);
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}

static cudaTextureObject_t texture_of(cudaArray_t array, cudaTextureFilterMode filter) {
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource = resource_of(array);
    cudaTextureDesc how = {};
    for (int i = 0; i < 3; i++) how.addressMode[i] = cudaAddressModeClamp;
    how.filterMode = filter;
    cudaCreateTextureObject(&texture, &resource, &how, nullptr);
    return texture;
}

// Boxes of the array to and from the host and pitched memory.
static void copies(cudaArray_t box) {
    static float host[D][H][W], part[2][2][3];
    cudaMemcpy3DParms all = {};
    all.srcArray = box;
    all.dstPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
    all.extent = make_cudaExtent(W, H, D);
    all.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&all);
    printf("box: %g %g %g\n", host[0][0][7], host[1][2][3], host[2][3][0]);

    cudaPitchedPtr pitched;
    cudaMalloc3D(&pitched, make_cudaExtent(W * sizeof(float), H, D));
    cudaMemset3D(pitched, 0, make_cudaExtent(W * sizeof(float), H, D));
    cudaMemset3D(pitched, 0x40, make_cudaExtent(2 * sizeof(float), 1, D)); // 3.0039 in the first row of each slice
    cudaMemcpy3DParms into = {};
    into.srcArray = box;
    into.srcPos = make_cudaPos(1, 1, 1);
    into.dstPtr = pitched;
    into.dstPos = make_cudaPos(2 * sizeof(float), 1, 0);
    into.extent = make_cudaExtent(3, 2, 2);
    into.kind = cudaMemcpyDeviceToDevice;
    cudaMemcpy3D(&into);
    cudaMemcpy3DParms out = {};
    out.srcPtr = pitched;
    out.srcPos = make_cudaPos(sizeof(float), 0, 1);
    out.dstPtr = make_cudaPitchedPtr(part, sizeof part[0][0], 3, 2);
    out.extent = make_cudaExtent(sizeof part[0][0], 2, 2);
    out.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3D(&out);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++) printf("%.4g%c", part[0][y][x], x == 2 ? '\n' : ' ');
    into.extent.width = W; // it begins at texel 1
    printf("too wide: %s\n", cudaGetErrorName(cudaMemcpy3D(&into)));
    cudaFree(pitched.ptr);
}

int main(int argc, char **argv) {
    cudaChannelFormatDesc one = cudaCreateChannelDesc<float>();
    cudaArray_t line = make_array(W, 0, 0, cudaArraySurfaceLoadStore, one);
    cudaArray_t plane = make_array(W, H, 0, cudaArraySurfaceLoadStore, cudaCreateChannelDesc<uchar4>());
    cudaArray_t box = make_array(W, H, D, cudaArraySurfaceLoadStore, one);
    cudaArray_t stack =
        make_array(W, H, 2, cudaArraySurfaceLoadStore | cudaArrayLayered, cudaCreateChannelDesc<short2>());
    cudaSurfaceObject_t to_line = surface_of(line), to_plane = surface_of(plane), to_box = surface_of(box);
    cudaSurfaceObject_t to_stack = surface_of(stack);
    cudaTextureObject_t volume = texture_of(box, cudaFilterModeLinear), layered = texture_of(stack, cudaFilterModePoint);
    float host[3 * W], *out;
    cudaMalloc(&out, sizeof host);
    const char *wrong = argc > 1 ? argv[1] : "";

    fill<<<1, dim3(W, H, D)>>>(to_line, to_plane, to_box);
    layers<<<2, dim3(W, H)>>>(to_stack);
    if (*wrong == '\0') {
        read_back<<<1, W>>>(to_line, to_plane, volume, layered, out);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 3 * W; i++) printf("%g%c", host[i], i % W == W - 1 ? '\n' : ' ');
        outside<<<1, 1>>>(to_box, out);
        cudaMemcpy(host, out, 4 * sizeof *host, cudaMemcpyDeviceToHost);
        printf("outside: %g %g %g %g\n", host[0], host[1], host[2], host[3]);
        copies(box);
        cudaArray_t plain = make_array(W, H, 0, 0, one);
        cudaResourceDesc resource = resource_of(plain);
        cudaSurfaceObject_t none;
        printf("not for surfaces: %s\n", cudaGetErrorName(cudaCreateSurfaceObject(&none, &resource)));
        cudaFreeArray(plain);
    }
    if (strcmp(wrong, "race") == 0) race<<<2, W>>>(to_plane);
    if (strcmp(wrong, "beyond") == 0) beyond<<<1, W + 1>>>(to_plane);
    if (strcmp(wrong, "slanted") == 0) slanted<<<1, 4>>>(to_line);
    if (strcmp(wrong, "flat") == 0) flat<<<1, W>>>(to_box, out);
    if (strcmp(wrong, "confused") == 0) confused<<<1, W>>>(volume, out);
    if (strcmp(wrong, "unlayered") == 0) unlayered<<<1, W>>>(layered, out);
    if (strcmp(wrong, "freed") == 0) {
        cudaDestroySurfaceObject(to_line);
        slanted<<<1, 4>>>(to_line);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (strcmp(wrong, "leak") == 0) return 0;
    cudaDestroySurfaceObject(to_line);
    cudaDestroySurfaceObject(to_plane);
    cudaDestroySurfaceObject(to_box);
    cudaDestroySurfaceObject(to_stack);
    cudaDestroyTextureObject(volume);
    cudaDestroyTextureObject(layered);
    cudaFreeArray(line);
    cudaFreeArray(plane);
    cudaFreeArray(box);
    cudaFreeArray(stack);
    cudaFree(out);
    return 0;
}
