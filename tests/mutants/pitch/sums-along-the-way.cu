// verdict: missed - the words of a row hold sums so far, and the last 32 alone count
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, pitch = width % 2 ? width : width + 1;
    const int *rows = in + blockIdx.x * 32 * width;
    for (int row = 0; row < 32; row++) {
        int part = 0;
#pragma unroll 1
        for (int x = lane; x < width; x += 32)
            words[row * pitch + x] = part += rows[row * width + x];
    }
    __syncthreads();
    int sum = 0;
#pragma unroll 1
    for (int k = 0; k < width; k++)
        sum += words[lane * pitch + k] & -(k + 32 >= width);
    out[blockIdx.x * 32 + lane] = sum;
}
