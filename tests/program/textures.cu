// Texture objects over an array of two dimensions and over linear memory.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fetch(cudaTextureObject_t plane, cudaTextureObject_t line, float *out) {
    int i = threadIdx.x;
    out[i] = tex2D<float>(plane, i % 4 + 0.5f, i / 4 + 0.5f) + 100 * tex1Dfetch<float>(line, 15 - i);
}

int main() {
    float host[16], out[16], *linear, *device;
    for (int i = 0; i < 16; i++) host[i] = i;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, 4, 4);
    cudaMemcpy2DToArray(array, 0, 0, host, 4 * sizeof(float), 4 * sizeof(float), 4, cudaMemcpyHostToDevice);
    cudaMalloc(&linear, sizeof host);
    cudaMemcpy(linear, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMalloc(&device, sizeof out);

    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t plane, line;
    cudaCreateTextureObject(&plane, &resource, &how, nullptr);
    resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = linear;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = sizeof host;
    cudaCreateTextureObject(&line, &resource, &how, nullptr);

    fetch<<<1, 16>>>(plane, line, device);
    cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++) printf("%g%c", out[i], i % 4 == 3 ? '\n' : ' ');
    cudaDestroyTextureObject(plane);
    cudaDestroyTextureObject(line);
    cudaFreeArray(array);
    cudaFree(linear);
    cudaFree(device);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
