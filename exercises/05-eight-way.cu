// Exercise eight-way: a conflict of a given degree.
//
// The kernel copies 32 words per block through shared memory. Change
// where a lane keeps its word, so that the marked read is a conflict of
// exactly `ways` ways: 8, then 2, then 32, then one from 3 to 13. The
// output must stay the same.
//
// Check it: type "check eight-way" at the prompt of Warpschool.

extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    // 32 rows, each with one word of every bank.
    __shared__ int words[32 * 32];
    int lane = threadIdx.x;
    int i = blockIdx.x * 32 + lane;

    // TODO: choose another place, one for each lane. Use `ways`.
    int place = lane;

    words[place] = in[i];
    __syncthreads();
    out[i] = words[place];  // this read
}
