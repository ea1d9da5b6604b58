/* A program from its start to its end: device memory, the runtime libraries, the process, and what is left to say when
 * it has gone. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "program/program_sleep.h"
#include "program/program_walls.h"
#include "program/runtime_files.h"
#include "program/server.h"

/* Of a GPU with more memory than this, so much. Pages that no one touches take no memory. */
#define MOST_DEVICE_MEMORY (UINT64_C(16) << 30)

enum { CAPTURED_BYTES = 16 << 20 }; /* what it writes to any file, at most */

/* Instructions of one warp, and of all warps of a launch. A program may work for long, where a lesson's kernel that
 * executes more than some millions hangs: these end what would take a minute and an hour. */
#define WARP_BUDGET (UINT64_C(1) << 30)
#define LAUNCH_BUDGET (UINT64_C(1) << 38)

/* ---- the process ------------------------------------------------------------------------------------------------- */

/* What leads the library to its server. */
static void write_variable(char text[160], int socket, int memory, uint64_t bytes) {
    snprintf(text, 160, "%d %d %llu %llx %llx", socket, memory, (unsigned long long)bytes,
             (unsigned long long)PROGRAM_DEVICE_BASE, (unsigned long long)PROGRAM_DEVICE_RANGE);
}

/* LD_LIBRARY_PATH with the folder of our libraries before all others. */
static void set_environment(const char *folder, const char *variable) {
    const char *path = getenv("LD_LIBRARY_PATH");
    Text libraries = {0};
    text_printf(&libraries, "%s%s%s", folder, path != NULL && *path != '\0' ? ":" : "", path != NULL ? path : "");
    setenv("LD_LIBRARY_PATH", libraries.data, 1);
    setenv(PROGRAM_VARIABLE, variable, 1);
    text_free(&libraries);
}

/* Its output goes into the file, and no key that is meant for warpschool reaches it. */
static void capture(const ProgramJob *job) {
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setpgid(0, 0);
    dup2(nothing, STDIN_FILENO);
    dup2(job->output, STDOUT_FILENO);
    dup2(job->output, STDERR_FILENO);
    process_limit(RLIMIT_FSIZE, CAPTURED_BYTES);
}

static void become_program(const ProgramJob *job, const ProgramWatch *watch, int socket, int memory, uint64_t bytes,
                           pid_t parent) {
    char variable[160];
    process_reset_signals();
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    process_follow(parent);
    if (job->output_aside) dup2(STDERR_FILENO, STDOUT_FILENO);
    if (job->captured) capture(job);
    if (job->seconds > 0) process_limit_time((rlim_t)job->seconds);
    int kept[2] = {socket < memory ? socket : memory, socket < memory ? memory : socket};
    write_variable(variable, socket, memory, bytes);
    if (job->walls != NULL) {
        program_watch_child(watch);
        program_walls_become(job->walls, job->program, job->words, PROGRAM_VARIABLE, variable, kept);
    } else {
        process_close_files(kept, 2);
        set_environment(job->folder, variable);
        execv(job->program, job->words);
    }
    fprintf(stderr, "warpschool: %s cannot be started: %s\n", job->name, strerror(errno));
    _exit(127);
}

bool program_write_libraries(const char *folder, Arena *arena) {
    for (size_t i = 0; i < runtime_file_count; i++) {
        const char *path = path_join(arena, folder, runtime_files[i].name);
        if (!file_write(path, runtime_files[i].bytes, runtime_files[i].size)) return false;
    }
    return true;
}

static bool open_memory(Server *server, int *memory) {
#ifdef __linux__
    *memory = memfd_create("warpschool", MFD_ALLOW_SEALING);
#else
    *memory = -1; /* the runtime libraries are Linux's, as CUDA's are */
#endif
    if (*memory < 0) return false;
    const ProgramWalls *walls = server->job->walls;
    uint64_t bytes = server->job->gpu->memory;
    server->region_size = walls != NULL ? walls->memory : bytes < MOST_DEVICE_MEMORY ? bytes : MOST_DEVICE_MEMORY;
    uint64_t wanted = (server->job->device_memory + PROGRAM_PAGE - 1) / PROGRAM_PAGE * PROGRAM_PAGE;
    if (wanted != 0 && wanted < server->region_size) server->region_size = wanted;
    if (ftruncate(*memory, (off_t)server->region_size) != 0) return false;
#ifdef F_ADD_SEALS
    /* A file that the program cut off would end the server with SIGBUS. */
    if (fcntl(*memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return false;
#endif
    void *region = mmap(NULL, server->region_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *memory, 0);
    if (region == MAP_FAILED) return false;
    server->region = region;
    return true;
}

static void forget(pid_t process) {
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
}

/* The process with its watch, where it has one; false where there is none then. */
static bool start_process(Server *server, ProgramWatch *watch, int memory, int socket) {
    pid_t parent = getpid();
    if (watch->walls != NULL && !program_watch_open(watch)) return false;
    server->process = fork();
    if (server->process == 0) become_program(server->job, watch, socket, memory, server->region_size, parent);
    if (watch->walls == NULL) return server->process > 0;
    if (server->process > 0 && program_watch_begin(watch, server->process)) return true;
    if (server->process > 0) forget(server->process);
    program_watch_close(watch);
    return false;
}

static bool start(Server *server, ProgramWatch *watch, int memory) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
    server->socket = watch->socket = ends[0];
    if (server->job->seconds > 0) {
        struct timeval step = {.tv_usec = 200000}; /* between two looks at the clock */
        setsockopt(server->socket, SOL_SOCKET, SO_RCVTIMEO, &step, sizeof step);
    }
    bool started = start_process(server, watch, memory, ends[1]);
    close(ends[1]);
    if (!started) close(ends[0]);
    return started;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

/* Whether the program has ended. Its process stays, so that its number is no other's, until take_status. */
static bool is_gone(const Server *server, int how) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)server->process, &info, WEXITED | WNOWAIT | how) != 0) return errno != EINTR;
    return info.si_pid != 0;
}

static int take_status(const Server *server) {
    int status = 0;
    while (waitpid(server->process, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

/* Waits for the end of a program whose time is limited, and ends what it has left behind. */
static void wait_limited(Server *server) {
    ProgramSleep sleep = {0};
    bool killed = false;
    while (!is_gone(server, WNOHANG)) {
        bool stopped = server->job->interrupted != NULL && *server->job->interrupted;
        program_sleep_add(&sleep, server->process);
        bool late = server->report->out_of_time || sleep.slept > server->job->seconds;
        server->report->out_of_time |= late && !stopped;
        if ((stopped || late) && !killed) kill(server->process, SIGKILL), killed = true;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    if (server->job->captured) kill(-server->process, SIGKILL);
}

static void wait_unlimited(const Server *server) {
    bool killed = false;
    while (!is_gone(server, 0)) {
        bool stopped = server->job->interrupted != NULL && *server->job->interrupted;
        if (stopped && !killed) kill(server->process, SIGKILL);
        killed |= stopped;
    }
}

static void wait_for(Server *server, ProgramWatch *watch) {
    ProgramReport *report = server->report;
    atomic_store(&server->waits, SERVER_ENDED);
    close(server->socket);
    if (server->job->seconds > 0)
        wait_limited(server);
    else
        wait_unlimited(server);
    if (watch->walls != NULL) program_watch_end(watch);
    int status = take_status(server);
    report->interrupted = server->job->interrupted != NULL && *server->job->interrupted;
    report->ended_by = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    report->status = report->ended_by != 0 ? 128 + report->ended_by : WEXITSTATUS(status);
    if (server->job->seconds > 0 && (report->ended_by == SIGXCPU || watch->late)) report->out_of_time = true;
}

/* Why the walls ended the program, or its own limits did; NULL: neither. */
static const char *limit_of(const ProgramReport *report, const ProgramWatch *watch) {
    if (watch->walls == NULL) return NULL;
    if (watch->why != NULL) return watch->why;
    if (report->ended_by == SIGXCPU) return "it used up its processor time";
    if (report->ended_by == SIGXFSZ) return "it wrote a file of more than 64 MiB";
    return NULL;
}

/* Whether a call failed and the program did not see it. One that then ends with another exit code than 0 may have seen
 * what the call returned: not where it went on to launches or copies, nor of a <<<>>>, which returns nothing. */
static bool is_ignored(const Server *server) {
    const Unlooked *unlooked = &server->unlooked;
    if (unlooked->error == 0 || server->report->ended_by != 0) return false;
    return server->report->status == 0 || unlooked->went_on || strcmp(unlooked->name, "<<<>>>") == 0;
}

/* What can be said only when the program has ended. */
static void conclude(Server *server) {
    const ProgramReport *report = server->report;
    const Unlooked *unlooked = &server->unlooked;
    if (report->interrupted) return; /* its user ended it, and a kernel with it: that is no fault of the program */
    /* A program that broke off, as most do where a call failed, could not free, and neither could one that a kernel's
     * error left without a device. */
    bool broke_off = report->ended_by != 0 || (report->status != 0 && server->failed);
    if (report->interrupted) return; /* what it would still have done is not known */
    if (!broke_off && server->sticky == 0 && server->pending == 0) server_report_leaks(server);
    if (server->pending != 0)
        host_finding(server, HOST_IGNORED_ERROR, false, &server->pending_at, NULL,
                     "a kernel ended with %s (%s), and the program made no call afterwards that would have told it",
                     cuda_error_name(server->pending), cuda_error_text(server->pending));
    else if (is_ignored(server))
        host_finding(
            server, HOST_IGNORED_ERROR, false, &unlooked->site, NULL,
            "`%s` failed with %s (%s), and no call asked for the error before the program ended with exit code %d",
            unlooked->name, cuda_error_name(unlooked->error), cuda_error_text(unlooked->error), report->status);
    if (server->printed.size > 0)
        host_finding(server, HOST_PRINTED, false, &server->printed_at, NULL,
                     "kernels printed %s bytes that never came out: cudaDeviceSynchronize() before the end shows them",
                     text_grouped(server->arena, server->printed.size));
}

static bool refuse(ProgramReport *report, const char *why) {
    report->refused = why;
    report->status = 127;
    return false;
}

static bool serve(Server *server, ProgramWatch *watch, const ProgramJob *job, ProgramReport *report) {
    int memory;
    if (!program_write_libraries(job->folder, server->arena))
        return refuse(report, "the runtime libraries cannot be written");
    if (!open_memory(server, &memory))
        return refuse(report, "this system gives no shared memory for the device (it takes Linux)");
    SimContextSettings settings = {.arch = job->arch,
                                   .region = server->region,
                                   .region_size = server->region_size,
                                   .memory = job->memory,
                                   .budget = WARP_BUDGET,
                                   .launch_budget = LAUNCH_BUDGET,
                                   .threads = job->threads,
                                   .interrupted = server->ended};
    server->context = sim_context_new(&settings);
    bool started = start(server, watch, memory);
    close(memory);
    if (!started) return refuse(report, "no process can be started");
    server_serve(server);
    wait_for(server, watch);
    const char *limit = limit_of(report, watch);
    if (limit != NULL)
        host_finding(server, HOST_LIMIT, false, &(HostSite){0}, NULL, "the program was ended: %s", limit);
    conclude(server);
    report->seen.calls = server->names.at;
    report->seen.call_count = server->names.count;
    return true;
}

void program_run(const ProgramJob *job, Arena *arena, ProgramReport *report) {
    *report = (ProgramReport){.name = job->name, .arch = job->arch};
    if (job->walls != NULL) report->quotable = job->walls->source;
    ProgramWatch watch = {.walls = job->walls,
                          .interrupted = job->interrupted,
                          .output_aside = job->output_aside,
                          .captured = job->captured,
                          .output = job->output};
    Server server = {.job = job,
                     .arena = arena,
                     .report = report,
                     .socket = -1,
                     .ended = job->walls != NULL ? &watch.ended : job->interrupted};
    watch.waits = &server.waits;
    if (serve(&server, &watch, job, report)) {
        host_lines_find(job->program, job->walls, report, arena);
        program_sum_up(report, arena);
    }
    sim_context_free(server.context);
    text_free(&server.printed);
    if (server.region != NULL) munmap(server.region, server.region_size);
}
