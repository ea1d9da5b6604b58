// verdict: wrong - takes each number for one of 16 bits
extern "C" __global__ void moving_sum(const int *in, int *out, int rows,
                                      int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;

    unsigned long long a = 0, b = 0, c = 0, d = 0;
    int sum = 0;
    for (int row = 0; row < rows; row++) {
        int now = in[row * columns + column];
        int old = (short)(d >> 48);
        d = d << 16 | c >> 48;
        c = c << 16 | b >> 48;
        b = b << 16 | a >> 48;
        a = a << 16 | (unsigned short)now;
        sum += now - old;
        out[row * columns + column] = sum;
    }
}
