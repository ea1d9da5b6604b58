/* The compiler where there is no NVRTC, in the child process: runs clang in isolation and writes a reply.
 *
 * clang is a program, so this process isolates itself, starts clang within the isolation and talks to it through
 * pipes: the source goes in, PTX and messages come out, and no file is written. The input is our header that
 * declares CUDA C++'s built-ins, the macros of the request and the student's text, each with the file name and line
 * that messages and line information are to have. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "base/text.h"
#include "base/vec.h"
#include "compile/parts.h"

typedef VEC(const char *) Options;

/* ---- what clang is asked ----------------------------------------------------------------------------------------- */

/* The first PTX version that has the architecture; for old architectures the first one with all that our headers
 * use. Every clang that knows an architecture knows that version of PTX. */
static const char *ptx_feature(int arch) {
    static const struct {
        int arch;
        const char *feature;
    } since[] = {{110, "+ptx90"}, {121, "+ptx88"}, {103, "+ptx88"}, {120, "+ptx87"}, {100, "+ptx86"},
                 {89, "+ptx78"},  {90, "+ptx78"},  {87, "+ptx74"},  {86, "+ptx71"}};
    for (size_t i = 0; i < sizeof since / sizeof *since; i++)
        if (since[i].arch == arch) return since[i].feature;
    return "+ptx70";
}

/* The options that decide how a source is read: as device code, against our headers alone. */
static const char *const reading[] = {
    "-x",
    "cuda",
    "--cuda-device-only",
    "--cuda-path=/nonexistent",
    "-nocudainc",
    "-nocudalib",
    "-nostdinc",
    "-nobuiltininc",
    "-Wno-unknown-cuda-version",
    "-Wno-pass-failed",
    "-Wno-atomic-alignment",
    "-std=c++17",
};
enum { READING_OPTIONS = sizeof reading / sizeof *reading };

const char *const *compile_reading_options(size_t *count) {
    *count = READING_OPTIONS;
    return reading;
}

/* The options that decide what PTX comes out. It has to follow the source: the vectorisers would make one access of
 * several, branches with equal ends would share an instruction that has no line, and a loop without end is the
 * subject of a lesson. Functions are inlined as NVIDIA's compilers do, far more than is usual on a processor,
 * because an array whose address is passed to a call lies in local memory. */
static void add_options(Arena *arena, int arch, Options *options) {
    static const char *const fixed[] = {
        "-S",
        "-O3",
        "-gline-tables-only",
        "-fdebug-compilation-dir=/",
        "-ffp-contract=fast",
        "-fno-finite-loops",
        "-mllvm",
        "-inline-threshold=5000",
        "-mllvm",
        "-simplifycfg-sink-common=false",
        "-fno-vectorize",
        "-fno-slp-vectorize",
        "-fno-builtin-malloc",
        "-fno-builtin-free",
        "-fno-exceptions",
        "-fno-caret-diagnostics",
        "-fno-color-diagnostics",
        "-fmessage-length=0",
        "-ferror-limit=60",
        "-Wunused-variable",
        "-Xclang",
        "-target-feature",
        "-Xclang",
    };
    for (size_t i = 0; i < READING_OPTIONS; i++) vec_push(arena, options, reading[i]);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) vec_push(arena, options, fixed[i]);
    vec_push(arena, options, ptx_feature(arch));
    vec_push(arena, options, arena_printf(arena, "--cuda-gpu-arch=sm_%d", arch));
}

char *clang_options_text(Arena *arena, const CompileRequest *request, int arch) {
    Options options = {0};
    add_options(arena, arch, &options);
    Text text = {0};
    for (size_t i = 0; i < options.count; i++) text_printf(&text, "%s\n", options.at[i]);
    for (size_t i = 0; i < request->define_count; i++)
        text_printf(&text, "-D%s=%s\n", request->defines[i].name, request->defines[i].value);
    return text_take(&text, arena);
}

static void add_line_marker(Text *input, const char *file, const char *flags) {
    text_add(input, "# 1 \"");
    for (; *file != '\0'; file++) {
        if (*file == '"' || *file == '\\') text_add_char(input, '\\');
        text_add_char(input, *file);
    }
    text_printf(input, "\"%s\n", flags);
}

static Text make_input(const CompileRequest *request) {
    Text input = {0};
    add_line_marker(&input, "warpschool", " 3"); /* 3: a system header, for which clang gives no warnings */
    text_add(&input, "#include <cuda_builtins.h>\n");
    for (size_t i = 0; i < request->define_count; i++)
        text_printf(&input, "#define %s %s\n", request->defines[i].name, request->defines[i].value);
    add_line_marker(&input, request->file, "");
    text_add_n(&input, request->source, request->source_size);
    return input;
}

/* ---- running it -------------------------------------------------------------------------------------------------- */

enum { OUTPUT_LIMIT = 100 << 20 };

typedef struct Run {
    int input, output, messages; /* our ends of clang's three pipes; -1 once closed */
    Text ptx, log;
    int status; /* from waitpid */
    bool started, flooded;
} Run;

/* LD_LIBRARY_PATH for a clang that was unpacked without being installed, because the loader does not know its folder
 * of libraries. */
static char *library_path(Arena *arena, const char *clang) {
    if (text_starts(clang, "/usr/")) return NULL;
    Text path = {0};
    text_add(&path, "LD_LIBRARY_PATH=");
    for (const char *const *folder = toolchain_program_libraries(arena, clang); *folder != NULL; folder++)
        text_printf(&path, "%s:", *folder);
    path.data[--path.size] = '\0'; /* an empty element would mean the current folder */
    return text_take(&path, arena);
}

static _Noreturn void be_clang(Arena *arena, const Options *arguments, int ends[3], pid_t parent) {
    process_follow(parent);
    for (int file = 0; file < 3; file++) dup2(ends[file], file);
    process_close_files(NULL, 0);
    char *environment[] = {library_path(arena, arguments->at[0]), NULL};
    execve(arguments->at[0], (char *const *)(uintptr_t)arguments->at, environment);
    _exit(127);
}

static void shut(int *file) {
    if (*file >= 0) close(*file);
    *file = -1;
}

static void feed(Run *run, const Text *input, size_t *fed) {
    ssize_t size = write(run->input, input->data + *fed, input->size - *fed);
    if (size > 0) *fed += (size_t)size;
    if ((size < 0 && errno != EAGAIN && errno != EINTR) || *fed == input->size) shut(&run->input);
}

static void drain(Run *run, int *file, Text *text) {
    char part[65536];
    ssize_t size = read(*file, part, sizeof part);
    if (size > 0) text_add_n(text, part, (size_t)size);
    run->flooded = text->size > OUTPUT_LIMIT;
    if (size == 0 || run->flooded || (size < 0 && errno != EAGAIN && errno != EINTR)) shut(file);
}

/* Writes the input and reads the output until clang has closed its ends. Where it writes too much we close ours,
 * which ends it. */
static void talk(Run *run, const Text *input) {
    size_t fed = 0;
    signal(SIGPIPE, SIG_IGN);
    while ((run->output >= 0 || run->messages >= 0) && !run->flooded) {
        struct pollfd ready[3] = {{run->input, POLLOUT, 0}, {run->output, POLLIN, 0}, {run->messages, POLLIN, 0}};
        if (poll(ready, 3, -1) < 0 && errno != EINTR) break;
        if (ready[0].revents != 0) feed(run, input, &fed);
        if (ready[1].revents != 0) drain(run, &run->output, &run->ptx);
        if (ready[2].revents != 0) drain(run, &run->messages, &run->log);
    }
    shut(&run->input), shut(&run->output), shut(&run->messages);
}

static Run run_clang(Arena *arena, Options *arguments, const Text *input) {
    Run run = {.input = -1, .output = -1, .messages = -1};
    int in[2], out[2], err[2];
    vec_push(arena, arguments, NULL);
    text_add(&run.ptx, ""), text_add(&run.log, "");
    if (!system_pipe(in) || !system_pipe(out) || !system_pipe(err)) return run;
    pid_t self = getpid(), child = fork();
    if (child < 0) return run;
    if (child == 0) {
        /* The pipes' ends may be 0 to 2 themselves, where those were closed: first move them to other numbers. */
        int ends[3] = {fcntl(in[0], F_DUPFD, 3), fcntl(out[1], F_DUPFD, 3), fcntl(err[1], F_DUPFD, 3)};
        be_clang(arena, arguments, ends, self);
    }
    close(in[0]), close(out[1]), close(err[1]);
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    run.input = in[1], run.output = out[0], run.messages = err[0];
    talk(&run, input);
    pid_t reaped;
    do reaped = waitpid(child, &run.status, 0);
    while (reaped < 0 && errno == EINTR);
    run.started = reaped == child && !(WIFEXITED(run.status) && WEXITSTATUS(run.status) == 127);
    return run;
}

/* ---- its answers ------------------------------------------------------------------------------------------------- */

/* text with every occurrence of a folder's name removed. */
static char *without_folder(Arena *arena, const char *text, const char *folder) {
    Text shorter = {0};
    text_add(&shorter, "");
    const char *name = arena_printf(arena, "%s/", folder);
    for (const char *found; (found = strstr(text, name)) != NULL; text = found + strlen(name))
        text_add_n(&shorter, text, (size_t)(found - text));
    text_add(&shorter, text);
    return text_take(&shorter, arena);
}

static bool log_says(const char *log, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strstr(log, words[i]) != NULL) return true;
    return false;
}

/* Whether the processor time is used up: clang catches SIGXCPU to print where it was, and then ends as after any
 * crash. */
static bool used_up_its_time(void) {
    struct rlimit limit;
    struct rusage used;
    if (getrlimit(RLIMIT_CPU, &limit) != 0 || getrusage(RUSAGE_CHILDREN, &used) != 0) return false;
    return limit.rlim_cur != RLIM_INFINITY &&
           (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1 >= limit.rlim_cur;
}

/* How the run ended. Where clang runs out of memory or crashes, its messages say so. */
static ReplyKind kind_of(const Run *run) {
    static const char *const no_memory[] = {"out of memory", "std::bad_alloc", "Cannot allocate memory"};
    static const char *const crash[] = {"PLEASE submit a bug report", "PLEASE ATTACH", "LLVM ERROR:"};
    const char *log = run->log.data;
    if (!run->started) return REPLY_UNLOADABLE;
    if (WIFEXITED(run->status) && WEXITSTATUS(run->status) == 0) return REPLY_COMPILED;
    if (used_up_its_time()) raise(SIGXCPU); /* the parent then sees SIGXCPU */
    if (run->flooded) return REPLY_FLOODED;
    if (log_says(log, no_memory, sizeof no_memory / sizeof *no_memory)) return REPLY_MEMORY;
    if (WIFSIGNALED(run->status) || log_says(log, crash, sizeof crash / sizeof *crash)) return REPLY_REFUSED;
    return strstr(log, "error:") != NULL ? REPLY_REJECTED : REPLY_REFUSED;
}

static const char *first_line(Arena *arena, const char *text) {
    return arena_string_n(arena, text, strcspn(text, "\n"));
}

static void compile_request(Arena *arena, const ClangJob *job, Reply *reply) {
    Options arguments = {0};
    vec_push(arena, &arguments, job->clang);
    add_options(arena, job->arch, &arguments);
    vec_push(arena, &arguments, "-isystem");
    vec_push(arena, &arguments, job->headers);
    vec_push(arena, &arguments, "-o");
    vec_push(arena, &arguments, "-");
    vec_push(arena, &arguments, "-");
    Text input = make_input(job->request);
    Run run = run_clang(arena, &arguments, &input);
    text_free(&input);
    reply->kind = kind_of(&run);
    reply->log = without_folder(arena, text_take(&run.log, arena), job->headers);
    if (reply->kind == REPLY_UNLOADABLE || reply->kind == REPLY_REFUSED)
        reply->text = *reply->log != '\0'       ? first_line(arena, reply->log)
                      : WIFSIGNALED(run.status) ? "it crashed"
                                                : "it cannot be started";
    if (reply->kind == REPLY_COMPILED) {
        reply->ptx = without_folder(arena, text_take(&run.ptx, arena), job->headers);
        reply->ptx_size = strlen(reply->ptx);
    }
}

/* "clang version 14.0.6" and every sm_NN that it names, as " sm_75 sm_80". */
static void read_facts(Arena *arena, const char *log, Reply *reply) {
    static const char version[] = "clang version ";
    const char *found = strstr(log, version);
    if (found != NULL) {
        char *end;
        reply->major = (int)strtol(found + strlen(version), &end, 10);
        reply->minor = *end == '.' ? (int)strtol(end + 1, &end, 10) : 0;
    }
    Text archs = {0};
    text_add(&archs, "");
    for (const char *at = strstr(log, "sm_"); at != NULL; at = strstr(at, "sm_")) {
        at += strlen("sm_");
        size_t digits = strspn(at, "0123456789");
        if (digits < 2 || digits > 3 || strchr(" \t\r\n", at[digits]) == NULL) continue;
        text_printf(&archs, "%ssm_%.*s", archs.size > 0 ? " " : "", (int)digits, at);
    }
    reply->archs = text_take(&archs, arena);
}

static void ask_facts(Arena *arena, const ClangJob *job, Reply *reply) {
    Options arguments = {0};
    static const char *const words[] = {"--target=nvptx64-nvidia-cuda", "-nocudalib", "--print-supported-cpus"};
    vec_push(arena, &arguments, job->clang);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) vec_push(arena, &arguments, words[i]);
    Text none = {0};
    text_add(&none, "");
    Run run = run_clang(arena, &arguments, &none);
    text_free(&none);
    reply->kind = run.started ? REPLY_PROBED : REPLY_UNLOADABLE;
    text_add(&run.log, run.ptx.data);
    char *log = text_take(&run.log, arena);
    read_facts(arena, log, reply);
    text_free(&run.ptx);
    if (run.started && *reply->archs != '\0' && reply->major >= CLANG_OLDEST) return;
    reply->kind = REPLY_UNLOADABLE;
    reply->text = !run.started                                      ? "it cannot be started"
                  : reply->major > 0 && reply->major < CLANG_OLDEST ? "it is older than clang 14"
                                                                    : "it makes no code for NVIDIA GPUs";
}

void clang_work(void *context, int fd) {
    system_clear_environment();
    const ClangJob *job = context;
    Arena *arena = arena_new();
    Reply reply = {.library = job->clang};
    Toolkit headers = {.includes = {job->headers}, .include_count = job->headers != NULL};
    bool plain = job->request == NULL ||
                 includes_are_plain(job->request->source, job->request->source_size, &headers, &reply.line);
    int plain_line = reply.line;
    bool inside =
        job->request == NULL || includes_stay_inside(job->request->source, job->request->source_size, &reply.line);
    if (inside) reply.line = plain_line;
    /* the current folder is the one where #include "name" looks first */
    if (job->headers != NULL && chdir(job->headers) != 0) _exit(1);
    reply.isolation = isolate_program(job->clang, job->headers, job->strongest);
    if (job->request == NULL)
        ask_facts(arena, job, &reply);
    else if ((reply.isolation == ISOLATION_SOURCE_CHECK && !plain) || !inside)
        reply.kind = REPLY_INCLUDE;
    else
        compile_request(arena, job, &reply);
    reply_write(fd, &reply);
    arena_free(arena);
}
