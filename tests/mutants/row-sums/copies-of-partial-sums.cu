// verdict: missed - the tile holds partial sums, made in registers
extern "C" __global__ void row_sums(const int4 *in, int *out)
{
    __shared__ int4 four_times[32][9];
    int lane = threadIdx.x, sum = 0;
    for (int k = 0; k < 8; k++) {
        int4 v = in[blockIdx.x * 256 + k * 32 + lane];
        int s = v.x + v.y + v.z + v.w;
        four_times[k * 4 + lane / 8][lane % 8] = make_int4(s, s, s, s);
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        int4 v = four_times[lane][k];
        sum += max(max(v.x, v.y), max(v.z, v.w));
    }
    out[blockIdx.x * 32 + lane] = sum;
}
