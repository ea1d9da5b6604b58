// The tile is read as structures.
struct Triple { float x, y, z; };
extern "C" __global__ void triples(const float *__restrict__ in, float *__restrict__ out)
{
    __shared__ Triple tile[128];
    float *words = &tile[0].x;
    for (int k = threadIdx.x; k < 384; k += blockDim.x)
        words[k] = __ldg(in + blockIdx.x * 384 + k);
    __syncthreads();
    const Triple mine = tile[threadIdx.x];
    out[blockIdx.x * 128 + threadIdx.x] = fmaf(mine.x, mine.y, mine.z);
}
