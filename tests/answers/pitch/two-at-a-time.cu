// Two neighbouring numbers of a row are fetched at once where rows are made of pairs.
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, pitch = width + 1 - width % 2;
    const int *rows = in + blockIdx.x * 32 * width;
    if (width % 2 == 0)
        for (int i = lane; i < 16 * width; i += 32) {
            int2 two = reinterpret_cast<const int2 *>(rows)[i];
            int *to = words + 2 * i / width * pitch + 2 * i % width;
            to[0] = two.x;
            to[1] = two.y;
        }
    else
        for (int i = lane; i < 32 * width; i += 32) words[i / width * pitch + i % width] = rows[i];
    __syncwarp();
    int sum = 0;
#pragma unroll 4
    for (int k = 0; k < width; k++) sum += words[lane * pitch + k];
    out[blockIdx.x * 32 + lane] = sum;
}
