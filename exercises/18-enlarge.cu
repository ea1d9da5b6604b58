// Exercise enlarge: a picture that has moved.
//
// An image of from_width x from_height texels is enlarged to
// width x height pixels. The texture filters linearly and repeats the
// edge. The result is nearly right, but all of it has moved down and to
// the right. Mend it.
//
// Check it: type "check enlarge" at the prompt of Warpschool.

extern "C" __global__ void enlarge(cudaTextureObject_t image, float *out,
                                   int width, int height,
                                   int from_width, int from_height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;

    // TODO: where in the image is the middle of this pixel?
    float u = (float)x * from_width / width;
    float v = (float)y * from_height / height;
    out[y * width + x] = tex2D<float>(image, u, v);
}
