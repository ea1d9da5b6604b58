// Memory of which the first 1000 bytes are written; and, when that is freed, memory that nobody writes. Managed memory
// lies beside both of them.
int main() {
    char *managed, *partly, *never;
    cudaMallocManaged(&managed, 512);
    cudaMalloc(&partly, 4096);
    cudaMemset(partly, 1, 1000);
    cudaMemset(partly + 2000, 1, 96);
    cudaFree(partly);
    cudaMalloc(&never, 2048);
    cudaFree(never);
    cudaFree(managed);
    return 0;
}
