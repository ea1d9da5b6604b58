__device__ const char *const names[3] = {"one", "two", "three"};
__constant__ float weights[2][3] = {{1.f, -2.5f, 3.f}, {4.f, 5.f, 6.f}};
__device__ int counter = -3;
namespace space { __device__ unsigned char bytes[5] = {1, 2, 0xff}; }
extern "C" __global__ void control(const int *in, int *out, int n) {
    __shared__ int tile[32][33];
    extern __shared__ float dynamic[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    if (v > n) {
        v = names[i % 3][1] + space::bytes[i % 5];
        if (v == 7) return;
        v += atomicAdd(&counter, 1);
    } else {
        v = __shfl_xor_sync(0xffffffffu, v, 1);
    }
    tile[threadIdx.x & 31][i & 31] = v;
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (tile[k][i & 31] == 77) break;
        while (in[k] & 1) {
            v += tile[i & 31][k];
            if (v > 1000) goto end;
        }
    }
end:
    dynamic[i & 7] = weights[i & 1][n % 3];
    out[i] = v + __syncthreads_or(v == 3) + (int)dynamic[3];
}
