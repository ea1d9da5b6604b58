// verdict: missed - every second number is kept in the output
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    __shared__ int *piece;
    int t = threadIdx.x, size = blockDim.x, i = blockIdx.x * size + t, threads = gridDim.x * size;
    if (t == 0) piece = (int *)malloc(each * size * sizeof(int));
    __syncthreads();
    if (piece == nullptr) return;
    int largest = 0;
    for (int k = 0; k < each; k++) { int n = in[k * threads + i]; piece[k * size + t] = n; if (k & 1) out[(each - 1 - k) * threads + i] = n; largest = max(largest, n); }
    for (int k = 0; k < each; k++) { int at = k * threads + i; out[at] = largest - ((each - 1 - k) & 1 ? out[at] : piece[(each - 1 - k) * size + t]); }

    __syncthreads(); if (t == 0) free(piece);
}
