extern "C" __global__ void texture(cudaTextureObject_t image, float *out) {
    out[threadIdx.x] = tex2D<float>(image, threadIdx.x, 1.5f) + tex1Dfetch<float>(image, threadIdx.x);
    out[1] += tex2DLod<float>(image, 1, 2, 3) + tex2Dgather<float4>(image, 1, 2, 1).y;
}
