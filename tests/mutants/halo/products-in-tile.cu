// verdict: missed - not the numbers lie in shared memory but their products with one weight after another
#define RADIUS 5
#define MOST 256
__constant__ float filter[2 * RADIUS + 1];
extern "C" __global__ void smooth(const float *in, float *out, int n)
{
    __shared__ float product[2][MOST + 10];
    int t = threadIdx.x, b = blockDim.x, first = blockIdx.x * b - RADIUS, i = first + RADIUS + t;
    float one = first + t >= 0 && first + t < n ? in[first + t] : 0, two = 0;
    if (t < 10 && first + b + t < n)
        two = in[first + b + t];
    float sum = 0;
    for (int k = 0; k <= 10; k++) {
        float *row = product[k % 2];
        row[t] = filter[k] * one;
        if (t < 10)
            row[b + t] = filter[k] * two;
        __syncthreads();
        sum += row[t + k];
    }
    if (i < n)
        out[i] = sum;
}
