// Exercise four-streams: copies beside kernels.
//
// The program copies all, computes all, copies all back. Cut the row
// into four equal pieces (n is a multiple of 4), each with its copies
// and its launch in a stream of its own, so that a GPU can copy one
// piece while it works on another. Wait once, for all of them.
//
// Check it: type "check four-streams" at the prompt of Warpschool.
#include <cstdio>
#include <cstdlib>

__global__ void plus_one(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] += 1;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *d_words;
    size_t bytes = n * sizeof(int);
    int *words = (int *)malloc(bytes); // TODO: which kind of memory?
    for (int i = 0; i < n; i++)
        words[i] = 5 * i;

    cudaMalloc(&d_words, bytes);
    cudaMemcpy(d_words, words, bytes, cudaMemcpyHostToDevice);
    plus_one<<<(n + 255) / 256, 256>>>(d_words, n);
    cudaMemcpy(words, d_words, bytes, cudaMemcpyDeviceToHost);
    printf("last: %d\n", words[n - 1]);

    cudaFree(d_words);
    free(words);
    return 0;
}
