// verdict: missed - one warp moves all numbers, the others find the same places and throw them away
extern "C" __global__ void keep(const int *in, int *out)
{
    __shared__ int4 numbers[64];
    __shared__ int words[256];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
    ((int *)numbers)[t] = in[i];
    words[t] = 0;
    __syncthreads();
    int4 a = numbers[lane * 2], b = numbers[lane * 2 + 1];
    int count = (a.x > 0) + (a.y > 0) + (a.z > 0) + (a.w > 0) + (b.x > 0) + (b.y > 0) + (b.z > 0) + (b.w > 0), sum = count;
    for (int far = 1; far < 32; far *= 2) {
        int lower = __shfl_up_sync(~0u, sum, far);
        sum += lane >= far ? lower : 0;
    }
    int place = sum - count, v[8] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
#pragma unroll
    for (int k = 0; k < 8; k++) {
        if (t < 32 && v[k] > 0)
            words[place] = v[k];
        place += v[k] > 0;
    }
    __syncthreads();
    out[i] = words[t];
}
