extern "C" __device__ int printf(const char *, ...);
struct Pair {
    int a;
    double b;
    short c[3];
};
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ __noinline__ Pair make(Pair p, int k) {
    p.a += k;
    p.c[1] = (short)k;
    return p;
}
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
typedef int (*Function)(int);
__device__ Function table[2] = {twice, thrice};
extern "C" __global__ void calls(int *out, int n, Function f) {
    int i = threadIdx.x;
    Pair p = {i, 1.5, {1, 2, 3}};
    p = make(p, n);
    int *q = (int *)malloc(16 * sizeof(int));
    if (q) {
        q[i & 15] = fib(i);
        out[i] = q[i & 15] + p.a + p.c[1];
        free(q);
    }
    printf("thread %d has %f\n", i, p.b);
    out[i] += table[i & 1](i) + f(i);
}
