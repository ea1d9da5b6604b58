// verdict: missed - no filter: each thread reads three texels of its row, and the rows meet in the output
extern "C" __global__ void blur(cudaTextureObject_t image, float *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    auto row = [&](int y) {
        return tex2D<float>(image, x - 0.5f, y + 0.5f) + 2 * tex2D<float>(image, x + 0.5f, y + 0.5f) +
               tex2D<float>(image, x + 1.5f, y + 0.5f);
    };
    auto exact = [&](int y) {
        return tex2D<float>(image, x - 1 + 0.5f, y + 0.5f) + 2 * tex2D<float>(image, x + 0.5f, y + 0.5f) +
               tex2D<float>(image, x + 1 + 0.5f, y + 0.5f);
    };
    (void)row;
    bool in = x < width && y < height;
    float mine = 0, up = 0, down = 0;
    if (in) {
        mine = exact(y);
        ((volatile float *)out)[y * width + x] = mine;
    }
    bool first = threadIdx.y == 0 || y == 0, last = threadIdx.y == 7 || y == height - 1;
    if (in && (first || last)) {
        float v = exact(first ? y - 1 : y + 1);
        if (first)
            up = v;
        else
            down = v;
        if (first && last) down = exact(y + 1);
    }
    __syncthreads();
    if (in && !first) up = ((volatile float *)out)[(y - 1) * width + x];
    if (in && !last) down = ((volatile float *)out)[(y + 1) * width + x];
    __syncthreads();
    if (in) out[y * width + x] = (up + 2 * mine + down) / 16;
}
