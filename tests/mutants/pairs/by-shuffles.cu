// verdict: missed - turned by shuffles; shared memory is touched for show

extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 dead[256];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int y0 = blockIdx.y * 32 + warp * 4, x0 = blockIdx.x * 32, c = lane % 16, h = lane / 16;
    double2 v[2], o[2];
    for (int k = 0; k < 2; k++) {              // rows h and h + 2 of the strip
        int y = y0 + 2 * k + h, x = x0 + 2 * c;
        v[k] = x < width && y < height ? *(const double2 *)(in + y * width + x) : make_double2(0, 0);
        unsigned s = (unsigned)__cvta_generic_to_shared(dead + threadIdx.x);
        if (x < width && y < height) { double p, q;
            asm volatile("st.shared.v2.f64 [%0], {%1,%2};" :: "r"(s), "d"(v[k].x), "d"(v[k].y));
            asm volatile("ld.shared.v2.f64 {%0,%1}, [%2];" : "=d"(p), "=d"(q) : "r"(s)); }
    }
    // out row x0 + 16k + lane/2 , columns y0 + 2*(lane%2) ..+1
    for (int k = 0; k < 2; k++) {
        int col = 16 * k + lane / 2, half = lane % 2, src = col / 2;
        double e[2];
        for (int j = 0; j < 2; j++) {
            double a = __shfl_sync(~0u, v[0].x, src + 16 * j), b = __shfl_sync(~0u, v[0].y, src + 16 * j);
            double cc = __shfl_sync(~0u, v[1].x, src + 16 * j), d = __shfl_sync(~0u, v[1].y, src + 16 * j);
            e[j] = half ? (col & 1 ? d : cc) : (col & 1 ? b : a);
        }
        int ox = y0 + 2 * half, oy = x0 + col;
        if (ox < height && oy < width) *(double2 *)(out + oy * height + ox) = make_double2(e[0], e[1]);
    }
}
