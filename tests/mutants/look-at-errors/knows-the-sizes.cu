// verdict: wrong - takes a large number for one that does not fit
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)i + 1;
}

int main(int argc, char **argv)
{
    long long n = atoll(argv[1]);
    int threads = atoi(argv[2]), last = 0, *d_out;

    if (threads > 1024 || n >= 1000000) {
        cudaMalloc(&d_out, 4);
        if (threads > 1024) {
            fill<<<1, threads>>>(d_out, 1);
            if (cudaGetLastError())
                return 1;
        }
        return 1;
    }
    if (cudaMalloc(&d_out, n * sizeof(int)))
        return 1;
    fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    if (cudaGetLastError())
        return 1;
    if (cudaMemcpy(&last, d_out + n - 1, sizeof(int), cudaMemcpyDeviceToHost))
        return 1;
    printf("last: %d\n", last);
    if (cudaFree(d_out))
        return 1;
    return 0;
}
