// Loads of 16 bytes: each thread has two float4 of places.
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    const float4 *from = (const float4 *)(in + blockIdx.x * 2048);
    float4 *to = (float4 *)(out + blockIdx.x * 2048);
    float4 a = from[threadIdx.x], b = from[threadIdx.x + 256];
    float4 s = {}, t = {};
    for (int k = terms - 1; k >= 0; k--) {
        float f = factors[k];
        s.x = s.x * a.x + f, s.y = s.y * a.y + f;
        s.z = s.z * a.z + f, s.w = s.w * a.w + f;
        t.x = t.x * b.x + f, t.y = t.y * b.y + f;
        t.z = t.z * b.z + f, t.w = t.w * b.w + f;
    }
    to[threadIdx.x] = s;
    to[threadIdx.x + 256] = t;
}
