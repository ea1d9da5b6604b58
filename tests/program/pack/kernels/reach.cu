// What a pack's program may not do: read what is not its own, write, and start programs.
#include <cstdio>
#include <cstdlib>

static const char *outcome(bool done) { return done ? "DONE" : "refused"; }

int main(int argc, char **argv) {
    const char *shell = "/bin/sh";
    printf("argument %s\n", argc > 1 ? argv[1] : "none");
    printf("the user's file: %s\n", outcome(fopen("/etc/passwd", "r") != nullptr));
    printf("a new file: %s\n", outcome(fopen("/tmp/warpschool-was-here", "w") != nullptr));
    printf("another program: %s\n", outcome(shell != nullptr && system("exit 0") == 0));
    int *device;
    if (cudaMalloc(&device, 64) != cudaSuccess || cudaFree(device) != cudaSuccess) return 1;
    return 0;
}
