// Kernels of the lesson "Texture memory". A texture object knows where
// the texels are and how to read them. The kernel only names a place.

// One texel for each thread, read at its middle.
extern "C" __global__ void copy_texture(cudaTextureObject_t image,
                                        float *out, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * width + x] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

// Samples of a line of texels, from `first` on, `step` apart.
extern "C" __global__ void sample(cudaTextureObject_t line, float *out,
                                  float first, float step)
{
    int i = threadIdx.x;
    out[i] = tex1D<float>(line, first + i * step);
}

// How many different values lie between two texels? 1024 threads walk
// from the middle of the first to the middle of the second, and each
// compares its value with the one before.
extern "C" __global__ void count_texture(cudaTextureObject_t line,
                                         int *out)
{
    float x = 0.5f + threadIdx.x / 1024.0f;
    float here = tex1D<float>(line, x);
    float before = tex1D<float>(line, x - 1 / 1024.0f);
    int changes = __syncthreads_count(threadIdx.x > 0 && here != before);
    if (threadIdx.x == 0)
        out[0] = changes + 1;
}

// Twelve samples around a line of four texels: four before it, its own,
// four behind it. `size` is 4 for normalised coordinates, else 1.
extern "C" __global__ void around(cudaTextureObject_t line, float *out,
                                  float size)
{
    int i = threadIdx.x;
    out[i] = tex1D<float>(line, (i - 4 + 0.5f) / size);
}

// Linear memory, read by whole numbers: four before it, its own four,
// four behind it.
extern "C" __global__ void fetch(cudaTextureObject_t line, float *out)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(line, i - 4);
}

// The mean of 3 x 3 neighbours. Outside, the edge is repeated: by hand,
// for each of nine reads.
extern "C" __global__ void box_by_hand(const float *image, float *out,
                                       int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int u = min(max(x + dx, 0), width - 1);
            int v = min(max(y + dy, 0), height - 1);
            sum += image[v * width + u];
        }
    out[y * width + x] = sum / 9;
}

// The same, with the border left to the texture.
extern "C" __global__ void box_texture(cudaTextureObject_t image,
                                       float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
    out[y * width + x] = sum / 9;
}

// A warp reads a patch of `across` x (32 / across) numbers.
extern "C" __global__ void patch_global(const float *image, float *out,
                                        int width, int across)
{
    int lane = threadIdx.x, down = 32 / across;
    int x = blockIdx.x * across + lane % across;
    int y = blockIdx.y * down + lane / across;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    out[block * 32 + lane] = image[y * width + x];
}

extern "C" __global__ void patch_texture(cudaTextureObject_t image,
                                         float *out, int across)
{
    int lane = threadIdx.x, down = 32 / across;
    int x = blockIdx.x * across + lane % across;
    int y = blockIdx.y * down + lane / across;
    int block = blockIdx.y * gridDim.x + blockIdx.x;
    out[block * 32 + lane] = tex2D<float>(image, x + 0.5f, y + 0.5f);
}

// Pixels of four bytes. The texture gives four floats from 0 to 1.
extern "C" __global__ void to_grey(cudaTextureObject_t image, float *out,
                                   int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float4 pixel = tex2D<float4>(image, x + 0.5f, y + 0.5f);
    out[y * width + x] =
        0.25f * pixel.x + 0.5f * pixel.y + 0.25f * pixel.z;
}

// A table of 32 numbers, and each lane reads an entry of its own.
__constant__ float table[32];

extern "C" __global__ void by_lane_constant(float *out)
{
    out[threadIdx.x] = table[threadIdx.x % 32];
}

extern "C" __global__ void by_lane_texture(cudaTextureObject_t line,
                                           float *out)
{
    out[threadIdx.x] = tex1D<float>(line, threadIdx.x % 32 + 0.5f);
}

// What the exercise "four-reads" must compute: nine texels, weighted
// 1 2 1, 2 4 2, 1 2 1.
extern "C" __global__ void blur_reference(cudaTextureObject_t image,
                                          float *out, int width,
                                          int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += (2 - abs(dx)) * (2 - abs(dy))
                   * tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
    out[y * width + x] = sum / 16;
}

// What the exercise "enlarge" must compute, with the interpolation
// written out in floats.
extern "C" __global__ void enlarge_reference(cudaTextureObject_t image,
                                             float *out, int width,
                                             int height, int from_width,
                                             int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float u = (x + 0.5f) * from_width / width - 0.5f;
    float v = (y + 0.5f) * from_height / height - 0.5f;
    float left = floorf(u), top = floorf(v);
    float a = u - left, b = v - top;
    left += 0.5f;
    top += 0.5f;
    float upper = (1 - a) * tex2D<float>(image, left, top)
                  + a * tex2D<float>(image, left + 1, top);
    float lower = (1 - a) * tex2D<float>(image, left, top + 1)
                  + a * tex2D<float>(image, left + 1, top + 1);
    out[y * width + x] = (1 - b) * upper + b * lower;
}
