// All numbers in the order in which they lie, in one loop.
extern "C" __global__ void row_sums(const int *in, int *out, int width)
{
    extern __shared__ int words[];
    int lane = threadIdx.x, pitch = width | 1;
    in += blockIdx.x * 32 * width;
    for (int k = lane; k < 32 * width; k += 32)
        words[k / width * pitch + k % width] = in[k];
    __syncwarp();
    int sum = 0;
    for (const int *word = words + lane * pitch, *end = word + width;
         word < end; word++)
        sum += *word;
    out[blockIdx.x * 32 + lane] = sum;
}
