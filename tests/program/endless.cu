// A program that never ends, with bytes in its output that would drive a terminal.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    int *device;
    cudaMalloc(&device, 64);
    fputs("\x1b[31mred \xff\a\n", stdout);
    fflush(stdout);
    for (volatile int i = 0;;) i = i + 1;
}
