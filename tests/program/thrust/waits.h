// Stands where CUDA's C++ libraries do: in a folder of that name, and with a copy that its user did not write.
template <typename T> void copy_in(T *to, const T *from, int count) {
    cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyHostToDevice, 0);
    cudaStreamSynchronize(0);
}
