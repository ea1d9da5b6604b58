// Words of shared memory: their addresses have 32 bits in nvcc's PTX, and a sum may come back from below 0.
#include <cstdio>

__global__ void mirror(int *to, int n) {
    __shared__ int words[256], bins[4];
    int i = threadIdx.x;
    if (i < 4) bins[i] = 0;
    words[i] = i;
    __syncthreads();
    // the compiler adds the constant to an address that lies below the first word for small i
    int before = i >= 35 ? words[i - 35] : -1, sum = 0;
    for (int k = 0; k < 8; k++) sum += words[(i + k * n) % 256];
    atomicAdd(&bins[i % 4], 1);
    __syncthreads();
    to[i] = before + sum + bins[0];
}

__global__ void outside(int *to, int n) {
    __shared__ int words[64];
    words[threadIdx.x] = n;
    __syncthreads();
    to[threadIdx.x] = words[threadIdx.x - n];
}

int main() {
    int *device, host[256];
    cudaMalloc(&device, sizeof host);
    mirror<<<1, 256>>>(device, 3);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[0], host[35], host[255]);
    outside<<<1, 64>>>(device, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(device);
    return 0;
}
