// How long a kernel takes, by two events around it.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *d_out;
    cudaEvent_t begin, end;
    cudaMalloc(&d_out, n * sizeof(int));
    cudaEventCreate(&begin);
    cudaEventCreate(&end);

    cudaEventRecord(begin);
    fill<<<(n + 255) / 256, 256>>>(d_out, n);
    cudaEventRecord(end);
    cudaEventSynchronize(end); // wait until `end` has happened

    float ms = -1;
    cudaEventElapsedTime(&ms, begin, end);
    printf("%s\n", ms >= 0 ? "a time was measured" : "no time");
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(d_out);
    return 0;
}
