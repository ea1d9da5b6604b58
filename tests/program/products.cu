// A product of square matrices, by tiles of a fixed size and by tiles whose size the launch chooses. Each is compared
// with the host's own product. Arguments: the matrices' size, and the side of a tile of the second kernel.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int SIDE = 16;

#define CHECK(call)                                                                                                    \
    if (cudaError_t error = (call); error != cudaSuccess) {                                                            \
        fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error));                                         \
        return 2;                                                                                                      \
    }

__device__ float part_of(const float *matrix, int row, int column, int size) {
    return row < size && column < size ? matrix[row * size + column] : 0.0f;
}

__global__ void by_fixed_tiles(const float *left, const float *right, float *product, int size) {
    __shared__ float rows[SIDE][SIDE], columns[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, column = blockIdx.x * SIDE + x;
    float sum = 0;
    for (int start = 0; start < size; start += SIDE) {
        rows[y][x] = part_of(left, row, start + x, size);
        columns[y][x] = part_of(right, start + y, column, size);
        __syncthreads();
        for (int k = 0; k < SIDE; k++) sum += rows[y][k] * columns[k][x];
        __syncthreads();
    }
    if (row < size && column < size) product[row * size + column] = sum;
}

__global__ void by_chosen_tiles(const float *left, const float *right, float *product, int size) {
    extern __shared__ float tiles[];
    int side = blockDim.x, x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * side + y, column = blockIdx.x * side + x;
    float *rows = tiles, *columns = tiles + side * side, sum = 0;
    for (int start = 0; start < size; start += side) {
        rows[y * side + x] = part_of(left, row, start + x, size);
        columns[y * side + x] = part_of(right, start + y, column, size);
        __syncthreads();
        for (int k = 0; k < side; k++) sum += rows[y * side + k] * columns[k * side + x];
        __syncthreads();
    }
    if (row < size && column < size) product[row * size + column] = sum;
}

static bool is_product(const std::vector<float> &left, const std::vector<float> &right, const std::vector<float> &found,
                       int size) {
    for (int i = 0; i < size; i++)
        for (int k = 0; k < size; k++) {
            float sum = 0;
            for (int j = 0; j < size; j++) sum += left[i * size + j] * right[j * size + k];
            if (std::fabs(sum - found[i * size + k]) > 1e-3f) return false;
        }
    return true;
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 40, side = argc > 2 ? atoi(argv[2]) : 8;
    size_t bytes = sizeof(float) * size * size;
    std::vector<float> left(size * size), right(size * size), found(size * size);
    for (int i = 0; i < size * size; i++) left[i] = float(i % 7), right[i] = float(i % 5) - 2;
    float *device[3];
    for (float *&matrix : device) CHECK(cudaMalloc(&matrix, bytes));
    CHECK(cudaMemcpy(device[0], left.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(device[1], right.data(), bytes, cudaMemcpyHostToDevice));
    for (int kind = 0; kind < 2; kind++) {
        int edge = kind == 0 ? SIDE : side, blocks = (size + edge - 1) / edge;
        dim3 grid(blocks, blocks), block(edge, edge);
        CHECK(cudaMemset(device[2], 0, bytes));
        if (kind == 0)
            by_fixed_tiles<<<grid, block>>>(device[0], device[1], device[2], size);
        else
            by_chosen_tiles<<<grid, block, 2 * edge * edge * sizeof(float)>>>(device[0], device[1], device[2], size);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(found.data(), device[2], bytes, cudaMemcpyDeviceToHost));
        printf("tiles of %d: %s\n", edge, is_product(left, right, found, size) ? "PASSED" : "FAILED");
    }
    for (float *matrix : device) CHECK(cudaFree(matrix));
    return 0;
}
