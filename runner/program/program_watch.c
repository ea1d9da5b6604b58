/* Two threads beside a walled program. One hands on what the program writes, and counts it. The other one looks at that
 * count, at the clock, at the program's memory and threads and at what it has put into its folder: where a limit is
 * reached, the program is killed, and the simulator told to come to an end. They are two because whoever reads the
 * program's output may let the first one wait. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system.h"
#include "program/program_sleep.h"
#include "program/program_walls.h"
#include "program/server.h"

enum {
    STEP_MS = 20,
    FOLDER_STEPS = 20,
    CLOCK_MOST = 3600,
    PIECE = 4096,
    THREADS_MOST = 512,
    FILES_MOST = 10000,
    DEPTH_MOST = 16,
    PATH_BYTES = 80
};
static const size_t output_most = (size_t)64 << 20, folder_most = (size_t)256 << 20;

/* Of the thread that looks. */
typedef struct Watched {
    ProgramWatch *watch;
    double began; /* on the clock */
    ProgramSleep sleep;
    unsigned step;
} Watched;

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

/* ---- its time ---------------------------------------------------------------------------------------------------- */

/* Whether nothing more comes of it but by the program: the server waits for it, and has no call to read. */
static bool is_its_turn(const ProgramWatch *watch) {
    int waits = atomic_load(watch->waits), bytes = 0;
    if (waits == SERVER_LISTENS && ioctl(watch->socket, FIONREAD, &bytes) == 0) return bytes == 0;
    return waits != SERVER_WORKS;
}

/* Where a user looks on, the clock counts. Where the program is judged, it counts only while the program sleeps:
 * processor time is limited as well, and tells the same on a busy machine. */
static bool time_is_over(Watched *watched, pid_t process) {
    const ProgramWatch *watch = watched->watch;
    double passed = system_seconds() - watched->began;
    if (!watch->captured) return passed > watch->walls->patience;
    if (is_its_turn(watch))
        program_sleep_add(&watched->sleep, process);
    else
        program_sleep_skip(&watched->sleep);
    return watched->sleep.slept > watch->walls->patience || passed > CLOCK_MOST;
}

/* Why the program has to end; NULL: it may go on. */
static const char *look(Watched *watched) {
    ProgramWatch *watch = watched->watch;
    pid_t process = program_of(watched);
    if (time_is_over(watched, process)) {
        watch->late = true;
        return "it had not ended when its time was over";
    }
    if (own_memory(process) > watch->walls->memory) return "it took more memory than it may (--memory)";
    if (threads_of(process) > THREADS_MOST) return "it started more than 512 threads";
    if (atomic_load(&watch->written) > output_most) return "it printed more than 64 MiB";
    if (watched->step++ % FOLDER_STEPS == 0 && folder_is_full(watch->walls->scratch))
        return "it wrote more than 256 MiB, or 10,000 files";
    return NULL;
}

static bool is_interrupted(const ProgramWatch *watch) {
    return watch->interrupted != NULL && *watch->interrupted;
}

static void *stand_by(void *context) {
    ProgramWatch *watch = context;
    Watched watched = {.watch = watch, .began = system_seconds()};
    while (!atomic_load(&watch->gone)) {
        const char *why = is_interrupted(watch) ? NULL : look(&watched);
        if (why != NULL || is_interrupted(watch)) {
            watch->why = why;
            watch->ended = 1;
            kill(watch->process, SIGKILL);
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
    return NULL;
}

/* ---- what it writes ---------------------------------------------------------------------------------------------- */

/* Of the thread that hands on. */
typedef struct Stream {
    int from, to;
    bool terminal;
    unsigned char last; /* byte that came */
} Stream;

/* At a terminal, characters that steer it become '?': escape and its like, and their forms of two bytes in UTF-8, of
 * which the first may have come before, or in the other stream. */
static void tame(unsigned char *bytes, size_t size, bool begun) {
    for (size_t i = 0; i < size; i++) {
        bool plain = bytes[i] == '\n' || bytes[i] == '\t' || bytes[i] == '\r' || bytes[i] >= ' ';
        bool steers = begun && bytes[i] >= 0x80 && bytes[i] < 0xa0;
        begun = bytes[i] == 0xc2;
        if (!plain || bytes[i] == 0x7f || steers) bytes[i] = '?';
    }
}

/* Waits until somebody reads; false where the user would not wait any longer. */
static bool can_write(const ProgramWatch *watch, int file) {
    struct pollfd ready = {.fd = file, .events = POLLOUT};
    while (poll(&ready, 1, STEP_MS) <= 0)
        if (is_interrupted(watch)) return false;
    return true;
}

/* In pieces that a pipe which can be written to takes at once. Where nobody reads them the program goes on, as its
 * kernels are what is looked at. */
static void write_all(const ProgramWatch *watch, int file, const unsigned char *bytes, size_t size) {
    while (size > 0 && can_write(watch, file)) {
        ssize_t step = write(file, bytes, size < PIECE ? size : PIECE);
        if (step < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (step <= 0) return;
        bytes += step;
        size -= (size_t)step;
    }
}

/* False at the end of the pipe. */
static bool hand_on(ProgramWatch *watch, Stream *stream, const Stream *other) {
    unsigned char block[1 << 14];
    ssize_t got = read(stream->from, block, sizeof block);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got <= 0) return false;
    size_t written = atomic_fetch_add(&watch->written, (size_t)got) + (size_t)got;
    bool begun = stream->last == 0xc2 || other->last == 0xc2;
    stream->last = block[got - 1];
    if (stream->terminal) tame(block, (size_t)got, begun);
    if (written <= output_most) write_all(watch, stream->to, block, (size_t)got);
    return true;
}

static Stream stream_of(const ProgramWatch *watch, int number) {
    Stream stream = {.from = watch->ends[number][0], .to = STDERR_FILENO};
    if (number == 0 && !watch->output_aside) stream.to = STDOUT_FILENO;
    if (watch->captured) stream.to = watch->output;
    stream.terminal = isatty(stream.to) == 1;
    return stream;
}

static void *hand_all_on(void *context) {
    ProgramWatch *watch = context;
    Stream streams[2] = {stream_of(watch, 0), stream_of(watch, 1)};
    struct pollfd ready[2] = {{.fd = streams[0].from, .events = POLLIN}, {.fd = streams[1].from, .events = POLLIN}};
    while (ready[0].fd >= 0 || ready[1].fd >= 0) {
        bool gone = atomic_load(&watch->gone);
        int count = poll(ready, 2, STEP_MS);
        for (int i = 0; i < 2 && count > 0; i++)
            if (ready[i].revents != 0 && !hand_on(watch, &streams[i], &streams[1 - i])) ready[i].fd = -1;
        if (gone && count <= 0) break; /* it was gone before the pipes were empty */
    }
    return NULL;
}

/* ---- both threads ------------------------------------------------------------------------------------------------ */

bool program_watch_open(ProgramWatch *watch) {
    if (!system_pipe(watch->ends[0])) return false;
    if (system_pipe(watch->ends[1])) return true;
    close(watch->ends[0][0]), close(watch->ends[0][1]);
    return false;
}

void program_watch_close(ProgramWatch *watch) {
    for (int stream = 0; stream < 2; stream++) close(watch->ends[stream][0]), close(watch->ends[stream][1]);
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
    for (int stream = 0; stream < 2; stream++) fcntl(watch->ends[stream][0], F_SETFL, O_NONBLOCK);
    errno = pthread_create(&watch->hands_on, NULL, hand_all_on, watch);
    if (errno != 0) return false;
    errno = pthread_create(&watch->stands_by, NULL, stand_by, watch);
    if (errno == 0) {
        for (int stream = 0; stream < 2; stream++) close(watch->ends[stream][1]), watch->ends[stream][1] = -1;
        return true;
    }
    int error = errno;
    kill(process, SIGKILL);
    atomic_store(&watch->gone, true);
    pthread_join(watch->hands_on, NULL);
    errno = error;
    return false;
}

void program_watch_end(ProgramWatch *watch) {
    atomic_store(&watch->gone, true);
    pthread_join(watch->stands_by, NULL);
    pthread_join(watch->hands_on, NULL);
    program_watch_close(watch);
}
