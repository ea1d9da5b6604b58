// verdict: missed - the numbers go from lane to lane by ballots, and what is stored in shared memory has no use
__device__ int turn(const int *rows, int lane, int r) { return 0; }
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int dead[8][32];
    int i = blockIdx.x, j = blockIdx.y, c = threadIdx.x, z = c;
    if (i < j) return;
    // warp y transposes the 4 x 8 pieces of rows 8*(y/2).. : works on 8 rows x 32 columns by ballots; needs all rows -> one warp per tile
    if (threadIdx.y > 1 || (i == j && threadIdx.y == 1)) { for (int k = 0; k < 200000; k++) asm volatile("mov.u32 %0, %0;" : "+r"(z)); }
    int ti = threadIdx.y ? j : i, tj = threadIdx.y ? i : j;
    bool on = threadIdx.y == 0 || (threadIdx.y == 1 && i != j);
    int v[32], o[32];
    if (on) {
        for (int r = 0; r < 32; r++) { bool in = tj * 32 + r < size && ti * 32 + c < size;
            v[r] = in ? data[(tj * 32 + r) * size + ti * 32 + c] : 0;
            unsigned s = (unsigned)__cvta_generic_to_shared(&dead[threadIdx.y][c]);
            if (in) { int w; asm volatile("st.shared.s32 [%0], %1;" :: "r"(s), "r"(v[r])); asm volatile("ld.shared.s32 %0, [%1];" : "=r"(w) : "r"(s)); } }
        for (int r = 0; r < 32; r++) o[r] = 0;
#pragma unroll
        for (int r = 0; r < 32; r++)           // lane c wants in o[k] the number M[c][k]^T
            for (int b = 0; b < 32; b++) {
                unsigned m = __ballot_sync(~0u, v[r] >> b & 1);   // bit k = bit b of M[r][k]
#pragma unroll
                    for (int k = 0; k < 32; k++) o[k] |= (int)((m >> k & 1) << b) & -(c == r);
            }
    }
    __syncthreads();
    if (on) for (int k = 0; k < 32; k++)
        if (ti * 32 + k < size && tj * 32 + c < size) data[(ti * 32 + k) * size + tj * 32 + c] = o[k];
}
