// Exercise side-by-side: one piece for all.
//
// Each thread allocates a list of its own and fills it. Then it writes
// out, backwards, how far each number is below the largest. The lists
// lie far apart, so each store of a warp to the lists touches 32
// sectors. Allocate one piece for the block, or one for each warp, and
// divide it so that neighbouring lanes use neighbouring words.
//
// Check it: type "check side-by-side" at the prompt of Warpschool.

extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    // TODO: one allocation for the whole block.
    int *list = (int *)malloc(each * sizeof(int));
    if (list == nullptr)
        return;
    int largest = 0;
    for (int k = 0; k < each; k++) {
        int number = in[k * threads + i];
        list[k] = number;
        largest = max(largest, number);
    }
    for (int k = 0; k < each; k++)
        out[k * threads + i] = largest - list[each - 1 - k];
    free(list);
}
