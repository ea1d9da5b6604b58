// The last number of a row, and memory that nobody frees.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *out, int n, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = value + i;
}

int last_of(int n, int value)
{
    int *d_out, last = 0;
    cudaMalloc(&d_out, n * sizeof(int));
    fill<<<(n + 255) / 256, 256>>>(d_out, n, value);
    cudaMemcpy(&last, d_out + n - 1, sizeof(int),
               cudaMemcpyDeviceToHost);
    return last; // d_out ends here, and its memory does not
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), rounds = atoi(argv[2]), last = 0;
    for (int i = 0; i < rounds; i++)
        last = last_of(n, 10 * i);
    printf("last: %d\n", last);
    return 0;
}
