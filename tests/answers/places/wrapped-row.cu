// The row goes on with its first seven numbers; weights by fours.
__constant__ float4 weight[2];

extern "C" __global__ void weigh_neighbours(const float *in, float *out)
{
    __shared__ float row[135];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    row[t] = in[i];
    if (t < 7)
        row[128 + t] = row[t];
    __syncthreads();
    float4 a = weight[0], b = weight[1];
    const float *w = row + t;
    out[i] = a.x * w[0] + a.y * w[1] + a.z * w[2] + a.w * w[3] +
             b.x * w[4] + b.y * w[5] + b.z * w[6] + b.w * w[7];
}
