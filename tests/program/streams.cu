// What streams are made with, and what they say of it.
#include <cstdio>

#if CUDART_VERSION < 12000 // which has no such call: the handles tell streams apart
static cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    *id = stream == cudaStreamLegacy ? 0 : (unsigned long long)stream;
    return cudaSuccess;
}
#endif

static void say(const char *what, cudaStream_t stream) {
    int priority = 77, device = 77;
    unsigned flags = 77;
    unsigned long long id;
    cudaError_t error = cudaStreamGetPriority(stream, &priority);
    if (error == cudaSuccess) error = cudaStreamGetFlags(stream, &flags);
    if (error == cudaSuccess) error = cudaStreamGetId(stream, &id);
#if CUDART_VERSION >= 13000
    if (error == cudaSuccess) error = cudaStreamGetDevice(stream, &device);
#else
    if (error == cudaSuccess) device = 0;
#endif
    printf("%s: priority %d, flags %u, device %d, %s\n", what, priority, flags, device, cudaGetErrorName(error));
}

static unsigned long long id_of(cudaStream_t stream) {
    unsigned long long id = 0;
    cudaStreamGetId(stream, &id);
    return id;
}

int main(int argc, char **) {
    const int asked[] = {5, 0, -1, -5, -9};
    cudaStream_t streams[5], again;
    int least = 1, greatest = 1;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    printf("from %d to %d\n", least, greatest);
    for (int i = 0; i < 5; i++) {
        cudaStreamCreateWithPriority(&streams[i], i & 1 ? cudaStreamNonBlocking : cudaStreamDefault, asked[i]);
        say("asked for", streams[i]);
    }
    say("the default stream", 0);
    say("each thread's", cudaStreamPerThread);
    bool apart = true;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++) apart = apart && id_of(streams[i]) != id_of(streams[j]);
    unsigned long long gone = id_of(streams[0]);
    cudaStreamDestroy(streams[0]);
    cudaStreamCreate(&again);
    printf("apart %d, from those that are gone %d, the default stream has one %d\n", apart, id_of(again) != gone,
           id_of(0) == id_of(cudaStreamLegacy));
    printf("no such flag: %s\n", cudaGetErrorName(cudaStreamCreateWithFlags(&streams[0], 2)));
    printf("nowhere to say it: %s\n", cudaGetErrorName(cudaStreamGetFlags(again, nullptr)));
    if (argc > 1) {
        cudaStreamDestroy(again);
        say("a stream that is gone", again);
    }
    cudaGetLastError();
    return 0;
}
