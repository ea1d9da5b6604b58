// The two arrays lie between each other, as pairs.
extern "C" __global__ void doubled_neighbours(const int *in, int *out, int back) {
    extern __shared__ int2 both[];
    int n = blockDim.x, t = threadIdx.x, i = blockIdx.x * n + t, x = in[i];
    both[t] = make_int2(x, 2 * x);
    __syncthreads();
    out[i] = both[t].x + both[(t - back + n) % n].y;
}
