#include <cstdio>

// </td></table><script>alert("source")</script> "quoted" & 'more'
extern "C" __global__ void prints(int *out, int n) {
    int i = threadIdx.x;
    if (i == 0) printf("</pre><script>alert(1)</script>\033[31m<img src=x onerror=alert(2)>\n");
    if (i < n) out[i] = i;
}

extern "C" __global__ void races(int *out) {
    __shared__ int word[64];
    word[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = word[63 - threadIdx.x];
}
