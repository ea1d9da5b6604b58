// verdict: missed - every second block passes the time in a loop, and the other fetches and computes for both
#define RADIUS 5
__constant__ float filter[11];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ __align__(16) float tile[2 * 256 + 12];
    if (blockIdx.x % 2) { for (int k = 0; k < 40; k++) asm volatile("mov.u32 %0, %0;" : "+r"(k)); return; }
    int b = blockDim.x, first = blockIdx.x * b, t = threadIdx.x;
    int size = first + b < n ? 2 * b : b;
    for (int j = t; j < size + 10; j += b) {
        int from = first + j - RADIUS;
        tile[j] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    float w[12], a = 0, c = 0;
    int at = 2 * t;
    if (first + at >= n) return;
#pragma unroll
    for (int k = 0; k < 12; k += 2) {
        float2 p = *(const float2 *)&tile[at + k];
        w[k] = p.x; w[k + 1] = p.y;
    }
#pragma unroll
    for (int k = 0; k < 11; k++) { a += filter[k] * w[k]; c += filter[k] * w[k + 1]; }
    out[first + at] = a;
    if (first + at + 1 < n) out[first + at + 1] = c;
}
