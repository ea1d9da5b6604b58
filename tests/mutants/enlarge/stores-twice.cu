// verdict: missed - lanes beyond the row store the next row again

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out, int width, int height, int from_width, int from_height)
{   // x >= width spills into the next row with the value of that pixel: "benign" race
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int p = y * width + x;
    if (p >= width * height) return;
    x = p % width, y = p / width;
    out[p] = tex2D<float>(image, (x + .5f) * from_width / width, (y + .5f) * from_height / height);
}
