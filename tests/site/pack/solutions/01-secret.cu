// the secret way that no page may tell anybody
extern "C" __global__ void keeps(int *out) {
    out[threadIdx.x] = 3 * threadIdx.x + 1;
}
