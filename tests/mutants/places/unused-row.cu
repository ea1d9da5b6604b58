// verdict: missed - the row in shared memory is filled and read, and the sum comes from global memory

__constant__ float weight[8];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ volatile float row[128];
    int t = threadIdx.x, first = blockIdx.x * 128;
    row[t] = 0;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        row[t];
        sum += weight[k] * in[first + (t + k) % 128];
    }
    out[first + t] = sum;
}
