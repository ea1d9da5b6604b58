// three streams end in events, the fourth waits for these, and the host for its own event
#include <cstdio>
#include <cstdlib>

__global__ void plus_one(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] += 1;
}

int main(int, char **argv)
{
    int n = atoi(argv[1]), m = n / 4;
    int *words, *d;
    cudaHostAlloc((void **)&words, n * sizeof(int), cudaHostAllocPortable);
    for (int i = 0; i < n; i++) words[i] = 5 * i;
    cudaMalloc((void **)&d, n * sizeof(int));
    cudaStream_t s[4];
    cudaEvent_t done[4];
    for (int k = 3; k >= 0; k--) {
        cudaStreamCreateWithPriority(&s[k], cudaStreamNonBlocking, 0);
        cudaEventCreateWithFlags(&done[k], cudaEventDisableTiming);
        int *host = words + k * m, *device = d + k * m;
        cudaMemcpyAsync(device, host, m * sizeof(int), cudaMemcpyDefault, s[k]);
        void *args[] = {&device, &m};
        cudaLaunchKernel((const void *)plus_one, dim3((m + 255) / 256), dim3(256), args, 0, s[k]);
        cudaMemcpyAsync(host, device, m * sizeof(int), cudaMemcpyDefault, s[k]);
        cudaEventRecord(done[k], s[k]);
    }
    for (int k = 1; k < 4; k++)
        cudaStreamWaitEvent(s[0], done[k], 0);
    cudaEvent_t all;
    cudaEventCreate(&all);
    cudaEventRecord(all, s[0]);
    cudaEventSynchronize(all);
    printf("last: %d\n", words[n - 1]);
    cudaEventDestroy(all);
    for (int k = 0; k < 4; k++) {
        cudaEventDestroy(done[k]);
        cudaStreamDestroy(s[k]);
    }
    cudaFree(d);
    cudaFreeHost(words);
    return 0;
}
