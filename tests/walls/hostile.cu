// A whole program that tries what a student's program must not do. Its first argument says what; where something works
// that must not, it prints "got through: ...".
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

__global__ void fill(int *to) {
    to[threadIdx.x] = threadIdx.x;
}

__global__ void say(const char *text) {
    printf("%s\n", text);
}

static void through(const char *what, bool done) {
    printf("%s: %s\n", done ? "got through" : "held", what);
}

static bool can_open(const char *path, int flags) {
    int file = open(path, flags, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

// ---- files ----

static void files(const char *secret) {
    char beside[300], path[64];
    const char *scratch = getenv("TMPDIR");
    through("a file of the user's", can_open(secret, O_RDONLY));
    through("the list of users", can_open("/etc/passwd", O_RDONLY));
    through("the root folder", opendir("/") != NULL);
    through("the folder of homes", opendir("/home") != NULL || opendir("/root") != NULL);
    through("/tmp", opendir("/tmp") != NULL || can_open("/tmp/warpschool-test", O_CREAT | O_WRONLY));
    through("a file beside the program", can_open("written-by-hostile", O_CREAT | O_WRONLY));
    through("the program's own file", can_open("/proc/self/exe", O_WRONLY));
    through("its environment in /proc", can_open("/proc/self/environ", O_RDONLY));
    snprintf(path, sizeof path, "/proc/%d/mem", getppid());
    through("its parent's memory", can_open(path, O_RDWR));
    snprintf(path, sizeof path, "/proc/%d/fd/1", getppid());
    through("its parent's output", can_open(path, O_WRONLY));
    through("shared memory by name", can_open("/dev/shm/hostile", O_CREAT | O_RDWR));
    through("the terminal", can_open("/dev/tty", O_RDWR));
    through("a disk", can_open("/dev/sda", O_RDONLY) || can_open("/dev/vda", O_RDONLY));
    snprintf(beside, sizeof beside, "%s/link", scratch);
    through("a symbolic link to a secret", symlink(secret, beside) == 0 && can_open(beside, O_RDONLY));
    unlink(beside);
    through("a hard link to a secret", link(secret, beside) == 0 && can_open(beside, O_RDONLY));
    through("a file renamed away", rename("hostile.cu", beside) == 0);
    through("other rights for a file", chmod(secret, 0777) == 0);
    through("the library in its place", truncate("../libcudart.so.13", 0) == 0);
    through("a file in the folder of libraries", [] {
        char other[300];
        snprintf(other, sizeof other, "%s/libcudart.so.13", getenv("LD_LIBRARY_PATH"));
        return can_open(other, O_WRONLY);
    }());
    snprintf(beside, sizeof beside, "%s/own", scratch);
    printf("%s\n", can_open(beside, O_CREAT | O_WRONLY) ? "allowed: its own folder" : "refused: its own folder");
    printf("%s\n", can_open("input.txt", O_RDONLY) ? "allowed: a file beside it" : "refused: a file beside it");
    printf("environment: %s %s\n", getenv("SECRET_OF_THE_USER") == NULL ? "clean" : "got through",
           getenv("HOME") != NULL ? getenv("HOME") : "");
}

// ---- other processes, the network, the system ----

static char words_of_parent[1]; // an address that the parent has too, or not: it is refused before that matters

static void processes() {
    pid_t parent = getppid();
    char byte;
    struct iovec here = {&byte, 1}, there = {words_of_parent, 1};
    through("a signal to its parent", kill(parent, SIGTERM) == 0);
    through("a signal to all", kill(-1, 0) == 0);
    through("a signal to its group", kill(0, 0) == 0);
    through("a signal to a thread of its parent", syscall(SYS_tgkill, parent, parent, 0) == 0);
    int ends[2] = {-1, -1};
    struct f_owner_ex owner = {F_OWNER_PID, parent};
    int on = 1, number = parent;
    if (pipe(ends) != 0) printf("refused: a pipe\n");
    through("a file that signals its parent", fcntl(ends[0], F_SETOWN, parent) == 0);
    through("the same by F_SETOWN_EX", fcntl(ends[0], F_SETOWN_EX, &owner) == 0);
    through("the same by ioctl", ioctl(ends[0], FIOSETOWN, &number) == 0 || ioctl(ends[0], SIOCSPGRP, &number) == 0);
    through("a file that sends SIGKILL", fcntl(ends[0], F_SETSIG, SIGKILL) == 0);
    through("a file that sends signals", fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0);
    through("the same by FIOASYNC", ioctl(ends[0], FIOASYNC, &on) == 0);
    printf("%s: a file that does not block\n", fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 ? "allowed" : "refused");
    cpu_set_t processors;
    if (sched_getaffinity(0, sizeof processors, &processors) != 0) printf("refused: its processors\n");
    through("its parent's processors", sched_setaffinity(parent, sizeof processors, &processors) == 0);
    printf("%s: its own processors\n",
           sched_setaffinity(0, sizeof processors, &processors) == 0 &&
                   sched_setaffinity(getpid(), sizeof processors, &processors) == 0
               ? "allowed"
               : "refused");
    struct rlimit limit;
    through("its parent's limits", prlimit(parent, RLIMIT_CPU, NULL, &limit) == 0);
    through("to trace its parent", ptrace(PTRACE_ATTACH, parent, 0, 0) == 0);
    through("to read its parent", process_vm_readv(parent, &here, 1, &there, 1, 0) >= 0);
    through("its parent's descriptors", syscall(434, parent, 0) >= 0);
    through("another process", [] {
        pid_t child = fork();
        if (child == 0) _exit(0);
        return child > 0;
    }());
    through("another process by vfork", [] {
        pid_t child = vfork();
        if (child == 0) _exit(0);
        return child > 0;
    }());
    through("another process by clone3", [] {
        unsigned long long arguments[11] = {0};
        arguments[4] = SIGCHLD;
        long child = syscall(435, arguments, sizeof arguments);
        if (child == 0) _exit(0);
        return child > 0;
    }());
    through("posix_spawn or a shell", system("true") == 0);
    through("to outlive its parent", prctl(PR_SET_PDEATHSIG, 0) == 0);
    through("more priority", setpriority(PRIO_PROCESS, 0, -10) == 0);
}

static void network() {
    through("a socket of the internet", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    through("a datagram", socket(AF_INET6, SOCK_DGRAM, 0) >= 0);
    through("a socket of the system", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    through("the kernel's own sockets", socket(AF_NETLINK, SOCK_RAW, 0) >= 0);
    through("raw packets", socket(AF_PACKET, SOCK_RAW, 0) >= 0);
    int pair[2];
    through("a pair of sockets", socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
}

static void kernel() {
    through("other namespaces", unshare(CLONE_NEWUSER) == 0);
    through("mounts", mount("none", "/tmp", "tmpfs", 0, NULL) == 0);
    through("another root", chroot(".") == 0);
    through("another user", setuid(65534) == 0 || syscall(SYS_setresuid, 1, 1, 1) == 0);
    through("shared memory by key", shmget(IPC_PRIVATE, 4096, 0600) >= 0);
    through("files in memory", syscall(SYS_memfd_create, "x", 0) >= 0);
    through("queues of requests to the kernel", syscall(425, 8, NULL) == 0 || errno == EFAULT);
    through("programs in the kernel", syscall(SYS_bpf, 0, NULL, 0) >= 0 || errno == EFAULT);
    through("keys", syscall(SYS_keyctl, 0, -1, 0, 0, 0) >= 0);
    through("counters of events", syscall(SYS_perf_event_open, NULL, 0, 0, 0, 0) >= 0 || errno == EFAULT);
    through("faults of its own", syscall(SYS_userfaultfd, 0) >= 0);
    through("modules", syscall(SYS_init_module, NULL, 0, "") == 0 || errno == EFAULT);
    through("the clock", syscall(SYS_clock_settime, 0, NULL) == 0 || errno == EFAULT);
    through("typing at the terminal", ioctl(0, TIOCSTI, "x") == 0 || ioctl(2, TIOCSTI, "x") == 0);
    through("more rights by prctl", prctl(PR_SET_SECUREBITS, 0) == 0 || prctl(PR_CAPBSET_READ, 21) == 1);
    through("a higher limit", [] {
        struct rlimit much = {RLIM_INFINITY, RLIM_INFINITY};
        return setrlimit(RLIMIT_CPU, &much) == 0;
    }());
    through("memory that nobody counts",
            mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
}

// ---- limits ----

static void *sleep_long(void *) {
    for (;;) pause();
}

static void limits(const char *which) {
    const size_t piece = (size_t)64 << 20;
    if (strcmp(which, "spin") == 0)
        for (volatile int i = 0;; i = i + 1) continue;
    if (strcmp(which, "spin-handled") == 0) {
        signal(SIGXCPU, SIG_IGN);
        for (volatile int i = 0;; i = i + 1) continue;
    }
    if (strcmp(which, "sleep") == 0)
        for (;;) pause();
    if (strcmp(which, "stop") == 0) kill(getpid(), SIGSTOP);
    if (strcmp(which, "endless-kernel-caller") == 0)
        for (;;) cudaDeviceSynchronize();
    if (strcmp(which, "memory") == 0)
        for (;;) memset(malloc(piece), 1, piece);
    if (strcmp(which, "memory-read-only") == 0) // what is not writable any more counts too
        for (;;) {
            void *bytes = mmap(NULL, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (bytes == MAP_FAILED) break;
            memset(bytes, 1, piece);
            mprotect(bytes, piece, PROT_READ);
        }
    if (strcmp(which, "threads") == 0)
        for (pthread_t thread;;) pthread_create(&thread, NULL, sleep_long, NULL);
    if (strcmp(which, "output") == 0)
        for (;;) puts("passed passed passed passed passed passed passed passed passed passed passed passed passed");
    if (strcmp(which, "file") == 0) {
        char path[300];
        static char bytes[1 << 20];
        snprintf(path, sizeof path, "%s/large", getenv("TMPDIR"));
        int file = open(path, O_CREAT | O_WRONLY, 0600);
        while (write(file, bytes, sizeof bytes) > 0) continue;
    }
    if (strcmp(which, "files") == 0)
        for (int i = 0;; i++) {
            char path[300];
            snprintf(path, sizeof path, "%s/%d", getenv("TMPDIR"), i);
            close(open(path, O_CREAT | O_WRONLY, 0600));
        }
    if (strcmp(which, "disk") == 0)
        for (int i = 0;; i++) {
            char path[300];
            static char bytes[16 << 20];
            snprintf(path, sizeof path, "%s/%d", getenv("TMPDIR"), i);
            int file = open(path, O_CREAT | O_WRONLY, 0600);
            if (write(file, bytes, sizeof bytes) < 0) pause();
            close(file);
        }
}

// A character of two bytes that steers a terminal, in two pieces: of one stream, and of both.
static void steer_in_pieces() {
    static const char first[] = "\xc2", second[] = "\x9b" "2J";
    for (int to = 1; to <= 2; to++) {
        if (write(1, first, 1) != 1) return;
        usleep(300000);
        if (write(to, second, 3) != 3) return;
        usleep(300000);
    }
}

// ---- its connection ----

// The library's socket and the file of device memory: what is open above standard error.
static int descriptor(bool socket) {
    for (int file = 3; file < 64; file++) {
        struct stat info;
        if (fstat(file, &info) == 0 && S_ISSOCK(info.st_mode) == socket) return file;
    }
    return -1;
}

// Before the library has taken the file of device memory and closed it.
__attribute__((constructor(101))) static void early(int count, char **words) {
    if (count < 2 || strcmp(words[1], "early") != 0) return;
    int file = descriptor(false);
    printf("%s\n", file >= 0 ? "allowed: the file of device memory" : "refused: the file of device memory");
    through("a shorter device", ftruncate(file, 0) == 0);
}

static void send_bytes(const void *bytes, size_t size) {
    const char *at = (const char *)bytes;
    while (size > 0) {
        ssize_t step = send(descriptor(true), at, size, MSG_NOSIGNAL);
        if (step <= 0) return;
        at += step, size -= (size_t)step;
    }
}

struct Call { // as the library sends them: ProgramCall of runner/program/protocol.h
    unsigned request, size, name, frames;
    unsigned long long addresses[40], arguments[10];
};

static void connect_and_launch() {
    int *device;
    cudaMalloc(&device, 4096);
    fill<<<1, 32>>>(device);
    cudaFree(device);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

static void connection(const char *which) {
    int *device;
    Call call = {};
    cudaMalloc(&device, 4096);
    fill<<<1, 32>>>(device);
    cudaDeviceSynchronize();
    if (strcmp(which, "garbage") == 0) {
        unsigned char bytes[4096];
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 2654435761u >> 13);
        send_bytes(bytes, sizeof bytes);
    }
    if (strcmp(which, "length") == 0) {
        call.size = 0xffffffffu;
        send_bytes(&call, sizeof call);
    }
    if (strcmp(which, "request") == 0) {
        call.request = 9999;
        send_bytes(&call, sizeof call);
    }
    if (strcmp(which, "name") == 0) {
        call.request = 27, call.size = 1, call.name = 1000000;
        send_bytes(&call, sizeof call);
    }
    if (strcmp(which, "frames") == 0) {
        call.request = 27, call.frames = 5000;
        send_bytes(&call, sizeof call);
    }
    if (strcmp(which, "escape") == 0) {
        const char name[] = "\033[2J\033]0;passed\007";
        call.request = 27, call.size = call.name = sizeof name - 1;
        send_bytes(&call, sizeof call);
        send_bytes(name, sizeof name - 1);
    }
    if (strcmp(which, "half") == 0) send_bytes(&call, sizeof call / 2);
    if (strcmp(which, "closed") == 0) close(descriptor(true));
    if (strcmp(which, "deaf") == 0) { // asks, and never reads
        call.request = 18;
        for (;;) send_bytes(&call, sizeof call);
    }
    if (strcmp(which, "endless-copy") == 0) { // a box of 2^62 slices that all lie in one place
        cudaMemcpy3DParms box = {};
        box.srcPtr = make_cudaPitchedPtr(device, 0, 16, 1);
        box.dstPtr = make_cudaPitchedPtr(device + 512, 0, 16, 1);
        box.extent = make_cudaExtent(16, 1, (size_t)1 << 62);
        box.kind = cudaMemcpyDeviceToDevice;
        printf("copy: %s\n", cudaGetErrorName(cudaMemcpy3D(&box)));
    }
    if (strcmp(which, "many-modules") == 0)
        for (int i = 0; i < 100; i++) {
            call.request = 1, call.size = 60 << 20;
            send_bytes(&call, sizeof call);
            char *bytes = (char *)calloc(1, 60 << 20);
            send_bytes(bytes, 60 << 20);
            free(bytes);
            char reply[72];
            recv(descriptor(true), reply, sizeof reply, MSG_WAITALL);
        }
    printf("ended\n");
}

// ---- memory that both have ----

static volatile bool busy = true;
static char *shared;

static void *scribble(void *) { // a text without an end, now and then
    while (busy) {
        memset(shared, 'x', 4096);
        shared[100] = 0;
        shared[4095] = 0;
    }
    return NULL;
}

static void meanwhile() {
    pthread_t thread;
    cudaHostAlloc(&shared, 4096, 0);
    memset(shared, 'x', 4096);
    shared[4095] = 0;
    pthread_create(&thread, NULL, scribble, NULL);
    for (int i = 0; i < 300; i++) {
        say<<<1, 32>>>(shared);
        if (i % 10 == 0) cudaDeviceSynchronize();
    }
    busy = false;
    pthread_join(thread, NULL);
    cudaDeviceReset();
    printf("\nended\n");
}

static void forge() {
    printf("\n✓ no findings\n{\"format\": 1, \"errors\": 0, \"findings\": [], \"program\": \"forged\"}\n");
    fflush(stdout);
    for (int file = 0; file < 64; file++) {
        static const char forged[] = "{\"format\": 1, \"errors\": 0, \"program\": \"forged\"}\n";
        struct stat info;
        if (fstat(file, &info) == 0 && !S_ISSOCK(info.st_mode) && write(file, forged, sizeof forged - 1) < 0) continue;
    }
    for (int file = 0; file < 3; file++)
        if (ftruncate(file, 0) == 0 || lseek(file, 0, SEEK_SET) == 0) printf("got through: its output's file\n");
    void *leaked;
    cudaMalloc(&leaked, 100);
    _exit(0);
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "", *which = count > 2 ? words[2] : "";
    if (strcmp(what, "files") == 0) files(which);
    if (strcmp(what, "processes") == 0) processes();
    if (strcmp(what, "network") == 0) network();
    if (strcmp(what, "kernel") == 0) kernel();
    if (strcmp(what, "limits") == 0) limits(which);
    if (strcmp(what, "connection") == 0) connection(which);
    if (strcmp(what, "meanwhile") == 0) meanwhile();
    if (strcmp(what, "forge") == 0) forge();
    if (strcmp(what, "early") == 0) connect_and_launch();
    if (strcmp(what, "abort") == 0) abort();
    if (strcmp(what, "crash") == 0) *(volatile int *)8 = 1;
    if (strcmp(what, "steer") == 0) printf("\033[2Jcleared\n");
    if (strcmp(what, "steer-in-pieces") == 0) steer_in_pieces();
    return 0;
}
