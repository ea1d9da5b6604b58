// Copies whose sizes do not fit what they are given, and beside each the nearest one that does.
#include <cstdio>

enum { WIDTH = 50, HEIGHT = 3, ROW = WIDTH * sizeof(float) };

__constant__ int table[4];
static float image[HEIGHT][WIDTH];
static int values[8];

static void say(const char *what, cudaError_t error) {
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main() {
    float *device;
    size_t pitch;
    cudaMallocPitch(&device, &pitch, ROW, HEIGHT);
    say("a row", cudaMemcpy2D(device, pitch, image, ROW, ROW, HEIGHT, cudaMemcpyHostToDevice));
    say("a pitch", cudaMemcpy2D(device, pitch, image, ROW, pitch, HEIGHT, cudaMemcpyHostToDevice));
    say("a variable", cudaMemcpyToSymbol(table, values, sizeof table));
    say("two of them", cudaMemcpyToSymbol(table, values, sizeof values));
    say("its last word", cudaMemcpyFromSymbol(values, table, sizeof(int), 3 * sizeof(int)));
    say("one word more", cudaMemcpyFromSymbol(values, table, 2 * sizeof(int), 3 * sizeof(int)));
    cudaFree(device);
    return 0;
}
