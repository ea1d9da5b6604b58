/* A thread beside a walled program. It hands on what the program writes, counts it, and looks at the clock, at the
 * program's memory and threads and at what it has put into its folder: where a limit is reached, the program is killed,
 * and the simulator told to come to an end. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system.h"
#include "program/program_walls.h"

enum { STEP_MS = 20, FOLDER_STEPS = 20, THREADS_MOST = 512, FILES_MOST = 10000, DEPTH_MOST = 16, PATH_BYTES = 80 };
static const size_t output_most = (size_t)64 << 20, folder_most = (size_t)256 << 20;

typedef struct Watched {
    ProgramWatch *watch;
    double end; /* on the clock */
    size_t written;
    unsigned step;
    bool killed, terminal[2];
} Watched;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- what the program has taken ---------------------------------------------------------------------------------- */

static bool read_line(pid_t process, const char *name, char *line, int size) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%ld/%s", (long)process, name);
    FILE *file = fopen(path, "re");
    bool done = file != NULL && fgets(line, size, file) != NULL;
    if (file != NULL) fclose(file);
    return done;
}

/* In bubblewrap the process is bwrap's own, and the program the last of its line. */
static pid_t program_of(const Watched *watched) {
    pid_t process = watched->watch->process;
    if (watched->watch->walls->kind != WALLS_BUBBLEWRAP) return process;
    for (int level = 0; level < 3; level++) {
        char path[PATH_BYTES], line[64];
        snprintf(path, sizeof path, "task/%ld/children", (long)process);
        if (!read_line(process, path, line, sizeof line) || strtol(line, NULL, 10) <= 0) break;
        process = (pid_t)strtol(line, NULL, 10);
    }
    return process;
}

/* Bytes that are its own: not those of files, nor of the device's memory. */
static uint64_t own_memory(pid_t process) {
    char line[256];
    unsigned long long resident, shared;
    if (!read_line(process, "statm", line, sizeof line)) return 0;
    if (sscanf(line, "%*u %llu %llu", &resident, &shared) != 2 || resident < shared) return 0;
    return (resident - shared) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Field 20 of proc(5)'s stat; the second one is a name in parentheses, which may hold anything. */
static long threads_of(pid_t process) {
    char line[1024];
    if (!read_line(process, "stat", line, sizeof line)) return 0;
    const char *at = strrchr(line, ')');
    for (int field = 2; at != NULL && field < 20; field++) at = strchr(at + 1, ' ');
    return at != NULL ? strtol(at, NULL, 10) : 0;
}

typedef struct FolderSize {
    size_t bytes, files;
} FolderSize;

static void add_folder(int folder, FolderSize *size, int depth) {
    DIR *entries = fdopendir(folder);
    if (entries == NULL) {
        close(folder);
        return;
    }
    for (const struct dirent *entry; size->files <= FILES_MOST && (entry = readdir(entries)) != NULL;) {
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        size->files++;
        if (fstatat(folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) continue;
        size->bytes += (size_t)info.st_blocks * 512;
        int inner = S_ISDIR(info.st_mode) && depth < DEPTH_MOST
                        ? openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                        : -1;
        if (inner >= 0) add_folder(inner, size, depth + 1);
    }
    closedir(entries);
}

static bool folder_is_full(const char *path) {
    FolderSize size = {0};
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0) add_folder(folder, &size, 0);
    return size.bytes > folder_most || size.files > FILES_MOST;
}

/* Why the program has to end; NULL: it may go on. */
static const char *look(Watched *watched) {
    const ProgramWatch *watch = watched->watch;
    pid_t process = program_of(watched);
    if (now() > watched->end) return "it had not ended when its time was over";
    if (own_memory(process) > watch->walls->memory) return "it took more memory than it may (--memory)";
    if (threads_of(process) > THREADS_MOST) return "it started more than 512 threads";
    if (watched->written > output_most) return "it printed more than 64 MiB";
    if (watched->step++ % FOLDER_STEPS == 0 && folder_is_full(watch->walls->scratch))
        return "it wrote more than 256 MiB, or 10,000 files";
    return NULL;
}

/* ---- what it writes ---------------------------------------------------------------------------------------------- */

/* At a terminal, characters that steer it become '?': escape and its like, and their forms of two bytes in UTF-8. */
static void tame(unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bool plain = bytes[i] == '\n' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] >= ' ';
        bool steers = i > 0 && bytes[i - 1] == 0xc2 && bytes[i] >= 0x80 && bytes[i] < 0xa0;
        if (!plain || bytes[i] == 0x7f || steers) bytes[i] = '?';
    }
}

static void write_all(int file, const unsigned char *bytes, size_t size) {
    while (size > 0) {
        ssize_t step = write(file, bytes, size);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) return; /* nobody reads it: the program goes on, as its kernels are what is looked at */
        bytes += step;
        size -= (size_t)step;
    }
}

/* False at the end of the pipe. */
static bool hand_on(Watched *watched, int stream) {
    unsigned char block[1 << 14];
    ssize_t got = read(watched->watch->ends[stream][0], block, sizeof block);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got <= 0) return false;
    watched->written += (size_t)got;
    if (watched->terminal[stream]) tame(block, (size_t)got);
    int to = stream == 0 && !watched->watch->output_aside ? STDOUT_FILENO : STDERR_FILENO;
    if (watched->watch->captured) to = watched->watch->output;
    if (watched->written <= output_most) write_all(to, block, (size_t)got);
    return true;
}

/* ---- the thread -------------------------------------------------------------------------------------------------- */

static void end_program(Watched *watched, const char *why) {
    ProgramWatch *watch = watched->watch;
    if (watched->killed) return;
    watched->killed = true;
    watch->why = why;
    watch->ended = 1;
    kill(watch->process, SIGKILL);
}

static void *stand_by(void *context) {
    Watched watched = {.watch = context};
    ProgramWatch *watch = context;
    watched.end = now() + watch->walls->patience;
    watched.terminal[0] = isatty(watch->output_aside ? STDERR_FILENO : STDOUT_FILENO) == 1;
    watched.terminal[1] = isatty(STDERR_FILENO) == 1;
    struct pollfd ready[2] = {{.fd = watch->ends[0][0], .events = POLLIN}, {.fd = watch->ends[1][0], .events = POLLIN}};
    double looked = 0;
    for (;;) {
        bool gone = atomic_load(&watch->gone);
        int count = poll(ready, 2, STEP_MS);
        for (int stream = 0; stream < 2 && count > 0; stream++)
            if (ready[stream].revents != 0 && !hand_on(&watched, stream)) ready[stream].fd = -1;
        if (gone && count <= 0) break; /* it was gone before the pipes were empty */
        if (gone && ready[0].fd < 0 && ready[1].fd < 0) break;
        if (watch->interrupted != NULL && *watch->interrupted) end_program(&watched, NULL);
        if (gone || now() - looked < STEP_MS / 1e3) continue;
        looked = now();
        const char *why = look(&watched);
        if (why != NULL) end_program(&watched, why);
    }
    return NULL;
}

bool program_watch_open(ProgramWatch *watch) {
    if (!system_pipe(watch->ends[0])) return false;
    if (system_pipe(watch->ends[1])) return true;
    close(watch->ends[0][0]), close(watch->ends[0][1]);
    return false;
}

/* A terminal that it could read from would take what it writes there, too. */
void program_watch_child(const ProgramWatch *watch) {
    int null = isatty(STDIN_FILENO) == 1 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    if (null >= 0) dup2(null, STDIN_FILENO);
    dup2(watch->ends[0][1], STDOUT_FILENO);
    dup2(watch->ends[1][1], STDERR_FILENO);
}

bool program_watch_begin(ProgramWatch *watch, pid_t process) {
    watch->process = process;
    for (int stream = 0; stream < 2; stream++) {
        close(watch->ends[stream][1]);
        fcntl(watch->ends[stream][0], F_SETFL, O_NONBLOCK);
    }
    errno = pthread_create(&watch->thread, NULL, stand_by, watch);
    return errno == 0;
}

void program_watch_end(ProgramWatch *watch) {
    atomic_store(&watch->gone, true);
    pthread_join(watch->thread, NULL);
    close(watch->ends[0][0]), close(watch->ends[1][0]);
}
