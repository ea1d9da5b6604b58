// Memory of which a kernel writes the first 1000 bytes, and cudaMemset 96 others; memory that nobody writes; and beside
// both of them managed memory, of which the host writes one half and a kernel the other.
__global__ void write(char *bytes) {
    bytes[threadIdx.x] = 1;
}

int main() {
    char *managed, *partly, *never;
    cudaMallocManaged(&managed, 512);
    for (int i = 0; i < 256; i++) managed[i] = 1;
    cudaMalloc(&partly, 4096);
    write<<<1, 1000>>>(partly);
    cudaMemset(partly + 2000, 1, 96);
    write<<<1, 256>>>(managed + 256);
    cudaFree(partly);
    cudaMalloc(&never, 2048);
    cudaFree(never);
    cudaFree(managed);
    return 0;
}
