// A linked list in managed memory, a node an allocation, and as many words of pinned memory: more than a few hundred.
#include <cstdio>

enum { COUNT = 1000 };

struct Node {
    int value;
    Node *next;
};

__global__ void sum(const Node *node, int *result) {
    int all = 0;
    for (; node != nullptr; node = node->next) all += node->value;
    *result = all;
}

__global__ void twice(Node *node) {
    for (; node != nullptr; node = node->next) node->value *= 2;
}

int main(int count, char **) {
    static Node *nodes[COUNT];
    static int *words[COUNT];
    int *result, failed = 0, first = 0, last = 0;
    for (int i = 0; i < COUNT; i++) {
        failed += cudaMallocManaged(&nodes[i], sizeof(Node)) != cudaSuccess;
        failed += cudaMallocHost(&words[i], sizeof(int)) != cudaSuccess;
        nodes[i]->value = *words[i] = i;
        nodes[i]->next = i > 0 ? nodes[i - 1] : nullptr;
    }
    cudaMallocManaged(&result, sizeof *result);
    sum<<<1, 1>>>(nodes[COUNT - 1], result);
    cudaDeviceSynchronize();
    printf("%d failed, sum %d\n", failed, *result);
    twice<<<1, 1>>>(nodes[COUNT - 1]);
    if (count > 1) printf("too early: %d\n", nodes[COUNT - 1]->value > 0);
    cudaDeviceSynchronize();
    // freed in another order than allocated
    for (int i = 0; i < COUNT; i++) {
        int at = i * 7 % COUNT;
        first += nodes[at]->value, last += *words[at];
        failed += cudaFree(nodes[at]) != cudaSuccess;
        failed += cudaFreeHost(words[at]) != cudaSuccess;
    }
    cudaFree(result);
    printf("%d failed, sums %d and %d\n", failed, first, last);
}
