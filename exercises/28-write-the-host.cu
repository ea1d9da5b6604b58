// Exercise write-the-host: the host's side.
//
// The kernel is complete, and so is everything about host memory.
// Write the rest of main: allocate device memory, copy, launch, copy
// back, and free what you have allocated.
//
// Check it: type "check write-the-host" at the prompt of Warpschool.
#include <cstdio>
#include <cstdlib>

__global__ void scale(const int *in, int *out, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = factor * in[i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), factor = atoi(argv[2]);
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)calloc(n, sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = 7 * i % 1000;

    // TODO: n is not always a multiple of your block size.

    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
