// verdict: missed - twelve rounds, then another way to sort (bitonic) and barriers that order nothing
extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256];
    __shared__ int2 pairs[2][128];
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    __syncthreads();
    int still = 0;
    for (int round = 0; round < 12 && still < 2; round++) {
        int left = t - (t + round) % 2, moved = 0;
        if (t == left && left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
            moved = 1;
        }
        still = __syncthreads_or(moved) ? 0 : still + 1;
    }
    if (still >= 2) {
        out[first + t] = words[t];
        return;
    }
    int now = 0, spare = 25;
    int2 p = make_int2(0, 0);
    if (2 * t < size)
        p = ((int2 *)words)[t];
    for (int k = 2; k <= size; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            bool up = (2 * t & k) == 0;
            if (j == 1) {
                int a = min(p.x, p.y), b = max(p.x, p.y);
                p = up ? make_int2(a, b) : make_int2(b, a);
                continue;
            }
            if (2 * t < size)
                pairs[now][t] = p;
            __syncthreads();
            spare--;
            if (2 * t < size) {
                int2 q = pairs[now][t ^ j / 2];
                bool low = (2 * t & j) == 0;
                p = low == up ? make_int2(min(p.x, q.x), min(p.y, q.y)) : make_int2(max(p.x, q.x), max(p.y, q.y));
            }
            now ^= 1;
        }
    for (; spare > 0; spare--)
        __syncthreads();
    if (2 * t < size)
        ((int2 *)out)[first / 2 + t] = p;
}
