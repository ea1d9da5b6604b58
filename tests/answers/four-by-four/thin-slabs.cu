// Slabs of depth 8, and sixteen named sums.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][8], slab_b[8][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    float s8 = 0, s9 = 0, sa = 0, sb = 0, sc = 0, sd = 0, se = 0, sf = 0;
    for (int first = 0; first < k; first += 8) {
        for (int j = t; j < 512; j += 256) {
            slab_a[j / 8][j % 8] = a[(row + j / 8) * k + first + j % 8];
            slab_b[j / 64][j % 64] = b[(first + j / 64) * n + column + j % 64];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float p = slab_a[y][i], q = slab_a[y + 16][i], u = slab_a[y + 32][i], v = slab_a[y + 48][i];
            float e = slab_b[i][x], f = slab_b[i][x + 16], g = slab_b[i][x + 32], h = slab_b[i][x + 48];
            s0 += p * e, s1 += p * f, s2 += p * g, s3 += p * h;
            s4 += q * e, s5 += q * f, s6 += q * g, s7 += q * h;
            s8 += u * e, s9 += u * f, sa += u * g, sb += u * h;
            sc += v * e, sd += v * f, se += v * g, sf += v * h;
        }
        __syncthreads();
    }
    float *to = c + (row + y) * n + column + x;
    to[0] = s0, to[16] = s1, to[32] = s2, to[48] = s3, to += 16 * n;
    to[0] = s4, to[16] = s5, to[32] = s6, to[48] = s7, to += 16 * n;
    to[0] = s8, to[16] = s9, to[32] = sa, to[48] = sb, to += 16 * n;
    to[0] = sc, to[16] = sd, to[32] = se, to[48] = sf;
}
