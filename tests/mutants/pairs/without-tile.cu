// verdict: missed - each thread turns its patch and stores it at once

extern "C" __global__ void transpose(const double *in, double *out,
                                     int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x % 16 * 2;
    int y = blockIdx.y * 32 + threadIdx.x / 16 * 2;
    if (x >= width || y >= height)
        return;
    const double *from = in + y * width + x;
    double2 upper = *(const double2 *)from;
    double2 lower = *(const double2 *)(from + width);
    *(double2 *)(out + x * height + y) = make_double2(upper.x, lower.x);
    *(double2 *)(out + (x + 1) * height + y) =
        make_double2(upper.y, lower.y);
}
