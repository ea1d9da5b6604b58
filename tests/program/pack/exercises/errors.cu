// Each call but one or two is looked at. The numbers are the lesson's, and the results the kernel's, but for two cases.
#include <cstdio>
#include <cstdlib>

#define TRY(call)                           \
    do {                                    \
        if ((call) != cudaSuccess) exit(1); \
    } while (0)

__global__ void multiply(int *words, int factor) { words[threadIdx.x] *= factor; }

int main(int, char **argv) {
    int which = atoi(argv[1]), *words = NULL;
    bool before = which == 6, behind = which == 7; // where the host multiplies
    cudaEvent_t begin, end;
    float time;
    cudaError_t error = cudaMallocManaged(&words, 400);
    bool forgets = which == 1 || which == 4;
    if (forgets) cudaGetLastError();
    if (forgets ? words == NULL : error != cudaSuccess) exit(1);
    for (int i = 0; i < 100; i++) words[i] = before ? 2 * i : i;
    TRY(cudaEventCreate(&begin));
    TRY(cudaEventCreate(&end));
    TRY(cudaEventRecord(begin));
    multiply<<<1, 100>>>(words, before || behind ? 1 : 2);
    if (which == 2 || which == 4) cudaGetLastError(); // what it says is thrown away
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(end));
    if (which == 8) { // two waits more: until there is a time, and for nothing new
        while (cudaEventElapsedTime(&time, begin, end) == cudaErrorNotReady) {}
        TRY(cudaStreamSynchronize(0));
    }
    if (which == 9) TRY(cudaDeviceSynchronize());
    error = cudaDeviceSynchronize();
    if (which != 3 && which != 5) { // 3: it is not looked at; 5: it is when all is printed
        if (error != cudaSuccess) exit(1);
        TRY(cudaEventElapsedTime(&time, begin, end)); // no wait: the host has waited
    }
    for (int i = 0; behind && i < 100; i++) words[i] *= 2;
    printf("last: %d\n", words[99]);
    if (which == 5) TRY(error);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(words);
    return 0;
}
