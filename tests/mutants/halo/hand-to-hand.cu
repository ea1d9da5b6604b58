// verdict: missed - no tile is kept: one word a thread hands the numbers from neighbour to neighbour, ten times
#define RADIUS 5
#define MOST 256
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float slot[MOST + 1];
    int t = threadIdx.x, b = blockDim.x, first = blockIdx.x * b, i = first + t;
    int from = i - RADIUS;
    float mine = from >= 0 && from < n ? in[from] : 0, edge = 0;
    if (t >= b - 10) {
        int e = first + b - RADIUS + (t - (b - 10));
        edge = e < n ? in[e] : 0;
    }
    // mine: number i - 5. Step k: take the right neighbour's. The last ten lanes hold what comes in at the
    // end.
    float sum = filter[0] * mine;
#pragma unroll 1
    for (int k = 1; k <= 10; k++) {
        slot[t] = mine;
        if (t == b - 10 + k - 1)
            slot[b] = edge;
        __syncthreads();
        mine = slot[t + 1];
        sum += filter[k] * mine;
        __syncthreads();
    }
    if (i < n)
        out[i] = sum;
}
