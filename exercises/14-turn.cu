// Exercise turn: a slab that is transposed without conflicts.
//
// A has m rows of k floats. Each block fetches a slab of 128 rows and 16
// columns, transposes it in shared memory, and writes it to `turned`,
// which has k rows of m floats. The stores to the slab conflict. Remove
// the conflicts. The slab keeps its 8192 bytes.
//
// The launch stays as it is. m is a multiple of 128, k a multiple of 16.
//
// Check it: type "check turn" at the prompt of Warpschool.

extern "C" __global__ void turn(const float *a, float *turned, int m,
                                int k)
{
    __shared__ __align__(16) float slab[16][128];
    const float *from = a + blockIdx.y * 128 * k + blockIdx.x * 16;

    // A row of the slab of A has four parts, a float4 each.
    int part = threadIdx.x % 4;
    for (int row = threadIdx.x / 4; row < 128; row += 64) {
        float4 four = *(const float4 *)&from[row * k + 4 * part];
        // TODO: the four parts of a row are stored to one bank.
        slab[4 * part][row] = four.x;
        slab[4 * part + 1][row] = four.y;
        slab[4 * part + 2][row] = four.z;
        slab[4 * part + 3][row] = four.w;
    }
    __syncthreads();

    float *to = turned + blockIdx.x * 16 * m + blockIdx.y * 128;
    int column = threadIdx.x % 32 * 4;
    for (int i = threadIdx.x / 32; i < 16; i += 8)
        *(float4 *)&to[i * m + column] =
            *(const float4 *)&slab[i][column];
}
