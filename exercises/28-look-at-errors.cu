// Exercise look-at-errors: no silent failure.
//
// The program is right as long as nothing fails. Make it end with exit
// code 1 as soon as a call or the launch fails, and with 0 otherwise.
// Do not test the sizes yourself: CUDA has to say what fails.
//
// Check it: type "check look-at-errors" at the prompt of Warpschool.
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

    // TODO: none of these calls is looked at, nor is the launch.
    cudaMalloc(&d_out, n * sizeof(int));
    fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    cudaMemcpy(&last, d_out + n - 1, sizeof(int),
               cudaMemcpyDeviceToHost);
    printf("last: %d\n", last);
    cudaFree(d_out);
    return 0;
}
