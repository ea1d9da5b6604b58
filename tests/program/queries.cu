// What a stream and an event answer to a query, before and after a wait.
#include <cstdio>
#include <cstring>

__global__ void fill(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

static int *shared;
static cudaStream_t one, other, apart;
static cudaEvent_t begin, end;

static void say(const char *what, cudaError_t first, cudaError_t second) {
    printf("%s: %s, %s\n", what, cudaGetErrorName(first), cudaGetErrorName(second));
}

static void ask_stream(const char *what, cudaStream_t stream) {
    cudaError_t first = cudaStreamQuery(stream);
    say(what, first, cudaStreamQuery(stream));
}

static void launch(cudaStream_t stream) {
    fill<<<1, 32, 0, stream>>>(shared);
}

static void streams() {
    ask_stream("nothing was queued", one);
    launch(one);
    ask_stream("a kernel", one);
    launch(one);
    ask_stream("one more", one);
    launch(one);
    cudaStreamSynchronize(one);
    ask_stream("waited for", one);
    launch(one);
    cudaStreamQuery(one);
    cudaStreamSynchronize(one);
    ask_stream("waited for after a query", one);
    launch(one);
    ask_stream("in another stream", other);
    ask_stream("for the default stream", 0);
    launch(apart);
    ask_stream("apart from the default stream", 0);
    ask_stream("by itself", apart);
    launch(0);
    cudaDeviceSynchronize();
    ask_stream("all waited for", 0);
    launch(other);
    cudaStreamDestroy(other);
    cudaStreamCreate(&other);
    ask_stream("a new stream", other);
    launch(one);
    int polls = 0;
    while (cudaStreamQuery(one) == cudaErrorNotReady) polls++;
    printf("polled: %d, sees %d, last error %s\n", polls, shared[5], cudaGetErrorName(cudaGetLastError()));
}

static void events() {
    float time = -1;
    cudaError_t first = cudaEventQuery(end);
    say("never recorded", first, cudaEventQuery(end));
    cudaEventRecord(begin, one);
    launch(one);
    cudaEventRecord(end, one);
    first = cudaEventQuery(end);
    say("recorded", first, cudaEventQuery(end));
    first = cudaEventQuery(begin);
    say("recorded before", first, cudaEventQuery(begin));
    printf("sees %d\n", shared[5]);
    cudaEventRecord(end, one);
    cudaEventSynchronize(end);
    first = cudaEventQuery(end);
    say("waited for", first, cudaEventQuery(end));
    launch(one);
    cudaEventRecord(end, one);
    first = cudaEventElapsedTime(&time, begin, end);
    printf("a time of %g\n", time);
    say("no time yet", first, cudaEventElapsedTime(&time, begin, end));
    printf("a time %s\n", time >= 0 ? "of its own" : "of none");
    cudaEventRecord(end, one);
    cudaStreamSynchronize(one);
    say("with a wait", cudaEventElapsedTime(&time, begin, end), cudaGetLastError());
}

int main(int argc, char **argv) {
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMallocManaged(&shared, 4096);
    if (argc == 1) {
        streams();
        events();
    } else if (strcmp(argv[1], "time") == 0) {
        float time = 0;
        cudaEventRecord(begin, one);
        launch(one);
        cudaEventRecord(end, one);
        cudaEventElapsedTime(&time, begin, end); // nobody waited, nobody looks
        printf("a time of %g\n", time);
    } else {
        launch(one);
        cudaStreamQuery(one); // says that it is not done
        printf("too early: %d\n", shared[5]);
    }
    cudaDeviceSynchronize();
    cudaFree(shared);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaStreamDestroy(apart);
    return 0;
}
