// Threads that return before a barrier, and, with an argument, threads that a condition leads around it.
__global__ void returned(int *out, int n) {
    int t = threadIdx.x;
    if (t >= n) return;
    out[t] = 3;
    __syncthreads();
    out[t] += 1;
}

__global__ void around(int *out, int n) {
    int t = threadIdx.x;
    if (t < n) {
        out[t] = 3;
        __syncthreads();
        out[t] += 1;
    }
}

int main(int count, char **) {
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    if (count > 1)
        around<<<1, 64>>>(out, 40);
    else
        returned<<<1, 64>>>(out, 40);
    int failed = cudaDeviceSynchronize() != cudaSuccess;
    cudaFree(out);
    return failed;
}
