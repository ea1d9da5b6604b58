// What the host prints is made by some of the launches: any one of these left out, it is another sum.
#include <cstdio>
#include <cstdlib>

__global__ void add(int *sum, int number) { *sum += number; }
__global__ void set(int *sum, int number) { *sum = number; }

int main(int, char **argv) {
    int *sum, *other, answer;
    cudaMalloc(&sum, sizeof *sum);
    cudaMalloc(&other, sizeof *other);
    cudaMemset(sum, 0, sizeof *sum);
    cudaMemset(other, 0, sizeof *other);
    switch (atoi(argv[1])) {
    case 0: // two of three: one sums up what nobody asks for
        add<<<1, 1>>>(sum, 1);
        add<<<1, 1>>>(other, 5);
        add<<<1, 1>>>(sum, 2);
        break;
    case 1: // all three
        for (int i = 0; i < 3; i++) add<<<1, 1>>>(sum, 1);
        break;
    case 2: // none alone: the other one does the same
        for (int i = 0; i < 2; i++) set<<<1, 1>>>(sum, 3);
        break;
    case 3: // the last one: it overwrites what the others did
        add<<<1, 1>>>(sum, 7);
        set<<<1, 1>>>(sum, 4);
        set<<<1, 1>>>(sum, 3);
        break;
    default: // the first, and those behind the sixteenth, which are not tried
        set<<<1, 1>>>(sum, 3);
        for (int i = 0; i < 17; i++) add<<<1, 1>>>(other, 1);
    }
    cudaMemcpy(&answer, sum, sizeof answer, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    cudaFree(other);
    printf("sum: %d\n", answer);
}
