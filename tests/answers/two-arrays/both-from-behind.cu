// The ints begin behind the doubles. Both arrays are stored the other way round.
template <class T> __device__ void turn(T *to, const T *from, int count)
{
    for (int k = threadIdx.x; k < count; k += blockDim.x)
        to[count - 1 - k] = from[k];
}
extern "C" __global__ void mix(const int *a, const double *b, double *out, int na, int nb)
{
    extern __shared__ __align__(8) unsigned char piece[];
    double *doubles = (double *)piece;
    int *ints = (int *)(piece + nb * sizeof(double));
    turn(doubles, b, nb);
    turn(ints, a, na);
    __syncthreads();
    for (int k = threadIdx.x; k < nb; k += blockDim.x) {
        int place = na - 1 - (k + 1) % na;
        out[k] = doubles[k] * ints[place];
    }
}
