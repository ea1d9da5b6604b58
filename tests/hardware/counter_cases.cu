// Memory accesses whose counting is easy to get wrong: whole warps predicated off, generic addresses, asynchronous copies,
// wide loads with few active lanes, atomics that become loops. One block each; n is 0 to 100.
extern "C" __global__ void m_pred_store(int *a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < n) a[t] = t;
}

extern "C" __global__ void m_pred_load(int *a, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, v = 7;
    if (t < n) v = a[t];
    a[1024 + t] = v;
}

extern "C" __global__ void m_generic(int *a, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t & 63] = t;
    __syncthreads();
    int *p = n ? s : a;
    a[100 + t] = p[t & 31];
    *(volatile int *)(p + (t & 31)) = t;
}

extern "C" __global__ void m_pred_shared(int *a, int n) {
    __shared__ int s[256];
    int t = threadIdx.x, v = 0;
    if (t < n) s[t] = t;
    __syncthreads();
    if (t < n) v = s[(t * 2) & 255];
    a[t] = v;
}

extern "C" __global__ void m_cpasync(int *a, int n) {
    __shared__ __align__(16) int s[1024];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(s + t * 4);
    asm volatile("cp.async.cg.shared.global [%0],[%1],16;" ::"r"(to), "l"(a + t * 4));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    a[4096 + t] = s[(t * 33) & 1023];
}

extern "C" __global__ void m_cpasync4(int *a, int n) {
    __shared__ int s[1024];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(s + t * 2);
    asm volatile("cp.async.ca.shared.global [%0],[%1],4;" ::"r"(to), "l"(a + t));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    a[4096 + t] = s[(t * 2) & 1023];
}

extern "C" __global__ void m_atomics(int *a, int n) {
    int t = threadIdx.x, v = atomicAdd(a + t % 7, t);
    atomicMax(a + 64 + t, v);
    a[256 + t] = v;
}

extern "C" __global__ void m_local(int *a, int n) {
    int x[33], t = threadIdx.x, s = 0;
    for (int i = 0; i < 33; i++) x[i] = a[i] + t;
    for (int i = 0; i < n; i++) s += x[(i * t) % 33];
    a[t] = s;
}

extern "C" __global__ void m_diverge(int *a, int n) {
    int t = threadIdx.x, s = 0;
    if (t % 3 == 0) {
        for (int i = 0; i < n + t; i++) s += a[i] * s;
    } else {
        for (int i = 0; i < n + t % 5; i++) s ^= a[i + 3] + s * 5;
    }
    a[t] = s;
}

extern "C" __global__ void m_wide(float4 *a, int n) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    float4 v = make_float4(0, 0, 0, 0);
    if (t % n == 0) v = s[(t * 5) & 63];
    a[64 + t] = v;
}

extern "C" __global__ void m_satomf(float *a, int n) {
    __shared__ float s[32];
    int t = threadIdx.x;
    if (t < 32) s[t] = 0;
    __syncthreads();
    atomicAdd(&s[t % n], 1.5f);
    atomicAdd((int *)&s[(t + 1) % n], t);
    __syncthreads();
    a[t] = s[t & 31];
}

extern "C" __global__ void m_barriers(int *a, int n) {
    int t = threadIdx.x;
    for (int i = 0; i < n; i++) __syncthreads();
    a[t] = t;
}
