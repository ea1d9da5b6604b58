// verdict: missed - the lanes of each warp all repeat what one lane would do, and all store the same places
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ __align__(16) unsigned char place[256];
    __shared__ int of_warp[8], kept[256];
    int t = threadIdx.x, warp = t / 32, first = blockIdx.x * 256;
    int mine = in[first + t];
    unsigned bits = __ballot_sync(~0u, mine > 0);
    kept[t] = 0;
    unsigned count = 0;
    uint4 p[2];
    unsigned *word = (unsigned *)p;
#pragma unroll
    for (int k = 0; k < 32; k++) {
        word[k / 4] = k % 4 ? word[k / 4] | count << 8 * (k % 4) : count;
        count += bits >> k & 1;
    }
    ((uint4 *)place)[2 * warp] = p[0];
    ((uint4 *)place)[2 * warp + 1] = p[1];
    of_warp[warp] = count;
    __syncthreads();
    int to = place[t];
    for (int w = 0; w < warp; w++)
        to += of_warp[w];
    if (mine > 0)
        kept[to] = mine;
    __syncthreads();
    out[first + t] = kept[t];
}
