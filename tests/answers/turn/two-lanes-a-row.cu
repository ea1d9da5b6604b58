// A warp takes sixteen rows and two of the four parts at a time.
extern "C" __global__ void turn(const float *a, float *turned, int m, int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int row = warp * 16 + lane / 2;
    for (int h = 0; h < 2; h++) {
        int part = 2 * h + lane % 2;
        float4 four = *(const float4 *)&from[row * k + 4 * part];
        int place = row ^ 16 * (part % 2);
        slab[4 * part][place] = four.x;
        slab[4 * part + 1][place] = four.y;
        slab[4 * part + 2][place] = four.z;
        slab[4 * part + 3][place] = four.w;
    }
    __syncthreads();
    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = lane * 4;
    for (int i = warp; i < 16; i += 8)
        *(float4 *)&to[i * m + column] = *(const float4 *)&slab[i][column ^ 16 * (i / 4 % 2)];
}
