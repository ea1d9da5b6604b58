// Exercise in-place: a transpose without a second matrix.
//
// `data` is a square matrix of size x size ints. The kernel is right:
// threads above the diagonal exchange two numbers, the others do
// nothing. But in each exchange a warp accesses a row and a column. Make
// all loads and stores run along rows, through shared memory, without
// bank conflicts.
//
// The launch stays as it is: 32 x 8 threads for each tile of 32 x 32,
// also for the tiles below the diagonal. `size` is a multiple of 8,
// and not always of 32.
//
// Check it: type "check in-place" at the prompt of Warpschool.

extern "C" __global__ void transpose(int *data, int size)
{
    int x = blockIdx.x * 32 + threadIdx.x;

    // TODO: one block, two tiles.
    for (int j = threadIdx.y; j < 32; j += 8) {
        int y = blockIdx.y * 32 + j;
        if (x < size && y < x) {
            int above = data[y * size + x];
            data[y * size + x] = data[x * size + y];
            data[x * size + y] = above;
        }
    }
}
