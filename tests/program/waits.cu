// Host code that reads memory which streams write: after a wait that covers it, or ("wrong") after one that does not.
#include <cstdio>
#include <cstring>

enum { COUNT = 32, HALF = COUNT / 2, PITCH = 8, BYTES = COUNT * sizeof(int) };

__global__ void fill(int *out, int value) {
    out[threadIdx.x] = value;
}

__managed__ int total, *place;

__global__ void set_total(int value) {
    total = value;
}

__global__ void set_place(int value) {
    *place = value;
}

static bool wrong;
static int *device, *pinned, *shared, *small;
static cudaStream_t one, other, apart;
static cudaEvent_t event, before;

static void copy_back(cudaStream_t stream, int from, int count) {
    cudaMemcpyAsync(pinned + from, device + from, count * sizeof(int), cudaMemcpyDeviceToHost, stream);
}

static void halves() {
    copy_back(one, 0, HALF);
    copy_back(other, HALF, HALF);
    cudaStreamSynchronize(one);
    printf("halves: %d\n", pinned[wrong ? HALF : 0]);
    cudaDeviceSynchronize();
}

static void columns() {
    for (int i = 0; i < 2; i++)
        cudaMemcpy2DAsync(pinned + i * PITCH / 2, PITCH * sizeof(int), device + i * PITCH / 2, PITCH * sizeof(int),
                          PITCH / 2 * sizeof(int), COUNT / PITCH, cudaMemcpyDeviceToHost, i == 0 ? one : other);
    cudaStreamSynchronize(one);
    printf("columns: %d\n", pinned[PITCH + (wrong ? PITCH / 2 : 0)]);
    cudaDeviceSynchronize();
}

static void event_of_its_time() {
    cudaEventRecord(before, one);
    copy_back(one, 0, COUNT);
    cudaEventRecord(event, one);
    cudaEventSynchronize(wrong ? before : event);
    printf("event: %d\n", pinned[0]);
    cudaDeviceSynchronize();
}

static void joined_once() {
    if (!wrong) fill<<<1, COUNT, 0, one>>>(shared, 1);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event, 0);
    if (wrong) fill<<<1, COUNT, 0, one>>>(shared, 1);
    cudaStreamSynchronize(other);
    printf("joined: %d\n", shared[0]);
    cudaDeviceSynchronize();
}

static void graph() {
    cudaGraph_t captured;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    copy_back(one, 0, COUNT);
    cudaStreamEndCapture(one, &captured);
    cudaGraphInstantiateWithFlags(&executable, captured, 0);
    cudaGraphLaunch(executable, other);
    cudaStreamSynchronize(wrong ? one : other);
    printf("graph: %d\n", pinned[0]);
    cudaDeviceSynchronize();
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(captured);
}

// cudaMemcpy waits for the legacy default stream, which waits for all others but non-blocking ones.
static void default_stream() {
    int result;
    copy_back(wrong ? apart : one, 0, COUNT);
    cudaMemcpy(&result, small, sizeof result, cudaMemcpyDeviceToHost);
    printf("default stream: %d\n", pinned[0]);
    cudaDeviceSynchronize();
}

static void not_in_the_stream() {
    if (wrong) cudaStreamSynchronize(one);
    copy_back(cudaStreamLegacy, 0, COUNT);
    if (!wrong) fill<<<1, 1, 0, one>>>(small, 1); // which waits for the copy
    cudaStreamSynchronize(one);
    printf("another stream: %d\n", pinned[0]);
    cudaDeviceSynchronize();
}

// A copy to memory that is not pinned returns when it is done.
static void pageable() {
    int result;
    copy_back(one, 0, COUNT);
    cudaMemcpyAsync(&result, small, sizeof result, cudaMemcpyDeviceToHost, wrong ? apart : one);
    printf("pageable: %d\n", pinned[0]);
    cudaDeviceSynchronize();
}

static void freed() {
    int *more;
    cudaMallocAsync((void **)&more, BYTES, one);
    copy_back(one, 0, COUNT);
    if (wrong)
        cudaFreeAsync(more, one);
    else
        cudaFree(more);
    printf("freed: %d\n", pinned[0]);
    cudaDeviceSynchronize();
}

// What a copy only reads may be read, and not written.
static void source() {
    cudaMemcpyAsync(device, pinned, BYTES, cudaMemcpyHostToDevice, one);
    printf("source: %d\n", pinned[0]);
    if (wrong) pinned[0] = 1;
    while (cudaStreamQuery(one) != cudaSuccess) continue;
    pinned[0] = 1;
}

// A kernel that only reads a variable, or does not name it, leaves it to the host to read.
static void variables() {
    place = small;
    set_place<<<1, 1>>>(1);
    printf("variables: %d, ", place == small);
    if (wrong) set_total<<<1, 1>>>(1);
    printf("%d\n", total);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
    wrong = argc > 1 && strcmp(argv[1], "wrong") == 0;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreate(&before);
    cudaMalloc(&device, BYTES);
    cudaMalloc(&small, sizeof(int));
    cudaMallocHost(&pinned, BYTES);
    cudaMallocManaged(&shared, BYTES);
    fill<<<1, COUNT>>>(device, 1);
    fill<<<1, 1>>>(small, 1);
    cudaDeviceSynchronize();
    halves();
    columns();
    event_of_its_time();
    joined_once();
    graph();
    default_stream();
    not_in_the_stream();
    pageable();
    freed();
    source();
    variables();
    cudaFree(device);
    cudaFree(small);
    cudaFreeHost(pinned);
    cudaFree(shared);
    cudaEventDestroy(event);
    cudaEventDestroy(before);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaStreamDestroy(apart);
    return 0;
}
