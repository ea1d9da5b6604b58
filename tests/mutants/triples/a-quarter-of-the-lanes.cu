// verdict: missed - 8 lanes of each warp do everything, in words of 16 bytes, and all of them count
extern "C" __global__ void triples(const float *in, float *out) {
    __shared__ float4 quads[96];
    float *words = (float *)quads;
    int t = threadIdx.x, lane = t % 32, warp = t / 32, junk = t;
    for (int k = 0; k < 300; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    const float4 *mine = (const float4 *)(in + blockIdx.x * 384);
    if (lane < 8)
        for (int k = 0; k < 3; k++) quads[warp * 24 + k * 8 + lane] = mine[warp * 24 + k * 8 + lane];
    __syncthreads();
    if (lane < 8) {
        // four triples are three float4
        const float4 *q = quads + warp * 24 + lane * 3;
        float4 a = q[0], b = q[1], c = q[2];
        ((float4 *)(out + blockIdx.x * 128))[warp * 8 + lane] =
            make_float4(a.x * a.y + a.z, a.w * b.x + b.y, b.z * b.w + c.x, c.y * c.z + c.w);
    }
}
