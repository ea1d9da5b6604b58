// </code></pre><script>alert("exercise")</script>
extern "C" __global__ void keeps(int *out) {
    out[threadIdx.x] = 0;
}
