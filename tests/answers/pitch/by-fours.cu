// numbered through; four numbers a load where the width allows it
__device__ __forceinline__ int odd(int n) { return (n & 1) ? n : n + 1; }
extern "C" __global__ void row_sums(const int *__restrict__ in, int *__restrict__ out, int width)
{
    extern __shared__ int words[];
    unsigned lane = threadIdx.x, pitch = odd(width), all = 32 * width;
    const int *rows = in + blockIdx.x * all;
    if (width % 4 == 0)
        for (unsigned i = 4 * lane; i < all; i += 128) {
            int4 v = __ldg(reinterpret_cast<const int4 *>(rows + i));
            int *to = words + i / width * pitch + i % width;
            to[0] = v.x; to[1] = v.y; to[2] = v.z; to[3] = v.w;
        }
    else
        for (unsigned i = lane; i < all; i += 32) words[i / width * pitch + i % width] = rows[i];
    __syncthreads();
    int sum = 0;
#pragma unroll 4
    for (int k = width - 1; k >= 0; k--) sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
