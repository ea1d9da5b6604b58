// verdict: missed - the weights are copied from constant to shared memory, and read from there
__constant__ float weight[8];
extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[128]; __shared__ float4 w[2];
    int t = threadIdx.x, first = blockIdx.x * 128;
    float mine = in[first + t];
    row[t] = mine;
    for (int k = 0; k < 8; k++) if (t == k) ((float *)w)[k] = weight[k];
    __syncthreads();
    float4 a;
    a = *(float4 *)w; float4 b = w[1];
    out[first + t] = a.x * mine + a.y * row[(t + 1) & 127] + a.z * row[(t + 2) & 127] + a.w * row[(t + 3) & 127] + b.x * row[(t + 4) & 127] + b.y * row[(t + 5) & 127] + b.z * row[(t + 6) & 127] + b.w * row[(t + 7) & 127];
}
