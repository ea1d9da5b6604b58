// Memory of the host's that is registered, and memory pools.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

__global__ void twice(int *values, int count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] *= 2;
}

static void told(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
    cudaGetLastError();
}

static void registered() {
    enum { COUNT = 3000 };
    int *all = (int *)malloc((COUNT + 8) * sizeof *all), *values = all + 4, *device, *other, *copy;
    for (int i = 0; i < COUNT + 8; i++) all[i] = i - 4;
    told("register", cudaHostRegister(values, COUNT * sizeof *values, cudaHostRegisterMapped));
    told("twice", cudaHostRegister(values, COUNT * sizeof *values, cudaHostRegisterMapped));
    cudaHostGetDevicePointer((void **)&device, values, 0);
    twice<<<12, 256>>>(device, COUNT);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", values[-1], values[1], values[COUNT - 1], values[COUNT]);
    cudaMalloc(&other, COUNT * sizeof *other);
    cudaMallocHost(&copy, COUNT * sizeof *copy);
    cudaMemcpyAsync(other, values, COUNT * sizeof *other, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(copy, other, COUNT * sizeof *copy, cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    cudaPointerAttributes what;
    cudaPointerGetAttributes(&what, values);
    printf("%d, host memory: %d\n", copy[7], what.type == cudaMemoryTypeHost && what.devicePointer == device);
    told("unregister", cudaHostUnregister(values));
    told("once more", cudaHostUnregister(values));
    printf("%d %d\n", values[1], values[COUNT]);
    cudaFree(other);
    cudaFreeHost(copy);
    free(all);
}

/* A page of the stack on which the call itself runs. */
static int on_the_stack(int value) {
    int numbers[4] = {value, value + 1, value + 2, value + 3}, *device;
    told("register", cudaHostRegister(numbers, sizeof numbers, cudaHostRegisterMapped));
    cudaHostGetDevicePointer((void **)&device, numbers, 0);
    twice<<<1, 32>>>(device, 4);
    cudaDeviceSynchronize();
    told("unregister", cudaHostUnregister(numbers));
    return numbers[0] + numbers[3];
}

static void pools() {
    cudaMemPool_t first, mine;
    cudaMemPoolProps how = {};
    uint64_t threshold = 1 << 20, used = 0, most = 0;
    int *a, *b;
    how.allocType = cudaMemAllocationTypePinned;
    how.location.type = cudaMemLocationTypeDevice;
    cudaDeviceGetDefaultMemPool(&first, 0);
    cudaMemPoolSetAttribute(first, cudaMemPoolAttrReleaseThreshold, &threshold);
    cudaMemPoolCreate(&mine, &how);
    cudaMallocFromPoolAsync((void **)&a, 1000, mine, 0);
    cudaMallocAsync((void **)&b, 500, 0);
    cudaMemsetAsync(b, 0, 500, 0);
    twice<<<1, 125>>>(b, 125);
    cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &used);
    printf("used %d", (int)used);
    cudaFreeAsync(a, 0);
    cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(mine, cudaMemPoolAttrUsedMemHigh, &most);
    printf(", then %d of %d at most\n", (int)used, (int)most);
    cudaMemPoolDestroy(mine);
    cudaFreeAsync(b, 0);
    cudaDeviceSynchronize();
}

int main() {
    registered();
    for (int i = 0; i < 3; i++) printf("of the stack: %d\n", on_the_stack(i));
    pools();
    static int kept[100];
    cudaHostRegister(kept, sizeof kept, cudaHostRegisterDefault);
    return 0;
}
