/* clang without a toolkit: the device's code becomes PTX, which we put into a fat binary, and the host's code is
 * compiled around that. The headers are ours (headers/, and those of runner/compile for device code). */
#include "program/program_clang.h"

#include <string.h>
#include <sys/stat.h>

#include "arch.h"
#include "base/file.h"
#include "base/system.h"
#include "program/fatbin.h"
#include "program/runtime_files.h"

/* The newest architecture whose PTX every clang from 14 on writes; a newer device runs it. */
enum { NEWEST_ARCH = 86, PTX_LIMIT = 64 << 20 };

int program_clang_arch(const char *arch) {
    int number = arch_number(arch);
    return number < NEWEST_ARCH ? number : NEWEST_ARCH;
}

const char *program_find_clang(Arena *arena) {
    static const char *const names[] = {"clang",    "clang-19", "clang-18", "clang-17",
                                        "clang-16", "clang-15", "clang-14"};
    const char *found = NULL;
    for (size_t i = 0; found == NULL && i < sizeof names / sizeof *names; i++)
        found = system_find_program(arena, names[i]);
    return found;
}

typedef struct Clang {
    const char *program, *headers, *source;
    const ProgramWalls *walls;
    int arch;
    Arena *arena;
    VEC(const char *) words;
} Clang;

static void add(Clang *clang, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) vec_push(clang->arena, &clang->words, words[i]);
}

/* How both sides of the source are read. The version of the toolkit decides how a launch is compiled: by
 * __cudaPushCallConfiguration, as since 9.2. */
static void begin(Clang *clang) {
    const char *const common[] = {clang->program,
                                  "-x",
                                  "cuda",
                                  "--cuda-path=/nonexistent",
                                  "-nocudainc",
                                  "-nocudalib",
                                  "-Wno-unknown-cuda-version",
                                  "-Wno-pass-failed",
                                  "-Wno-atomic-alignment",
                                  "-Xclang",
                                  "-target-sdk-version=11.0",
                                  "-std=c++17",
                                  "-isystem",
                                  clang->headers,
                                  "-include",
                                  "warpschool_program.h",
                                  "-include",
                                  compile_reading_header,
                                  "-include",
                                  "cuda_runtime.h",
                                  arena_printf(clang->arena, "--cuda-gpu-arch=sm_%d", clang->arch)};
    clang->words.count = 0;
    add(clang, common, sizeof common / sizeof *common);
}

static bool run(Clang *clang, Text *log) {
    const char *const end[] = {clang->source, NULL};
    add(clang, end, 2);
    return program_tool(clang->walls, clang->words.at, true, log) == 0;
}

static bool write_headers(const char *folder, Arena *arena) {
    if (!compile_write_device_headers(arena, folder)) return false;
    for (size_t i = 0; i < program_header_count; i++)
        if (!file_write(path_join(arena, folder, program_headers[i].name), program_headers[i].bytes,
                        program_headers[i].size))
            return false;
    return true;
}

static bool make_ptx(Clang *clang, const char *path, Text *log) {
    const char *const device[] = {"--cuda-device-only",
                                  "-S",
                                  "-O3",
                                  "-gline-tables-only",
                                  "-ffp-contract=fast",
                                  "-fno-vectorize",
                                  "-fno-slp-vectorize",
                                  "-mllvm",
                                  "-inline-threshold=5000",
                                  "-fno-exceptions",
                                  "-Xclang",
                                  "-target-feature",
                                  "-Xclang",
                                  "+ptx71",
                                  "-o",
                                  path};
    begin(clang);
    add(clang, device, sizeof device / sizeof *device);
    return run(clang, log);
}

static bool make_object(Clang *clang, const char *binary, const char *object, Text *log) {
    const char *const host[] = {
        "--cuda-host-only", "-c",   "-g", "-O1", "-fno-omit-frame-pointer", "-Xclang", "-fcuda-include-gpubinary",
        "-Xclang",          binary, "-o", object};
    begin(clang);
    add(clang, host, sizeof host / sizeof *host);
    return run(clang, log);
}

static bool link_program(const Clang *clang, const char *object, const char *folder, const char *program, Text *log) {
    const char *words[] = {
        clang->program, object, "-o",       program, path_join(clang->arena, folder, "libcudart.so.13"),
        "-lstdc++",     "-lm",  "-pthread", NULL};
    return program_tool(clang->walls, words, true, log) == 0;
}

bool program_run_clang(const char *path_of_clang, const char *path, const ProgramSource *how, const char *program,
                       Arena *arena, Text *log) {
    Clang clang = {.program = path_of_clang,
                   .headers = path_join(arena, how->folder, "headers"),
                   .source = path,
                   .walls = how->walls,
                   .arch = program_clang_arch(how->arch),
                   .arena = arena};
    const char *ptx = path_join(arena, how->folder, "device.ptx"), *why;
    const char *binary = path_join(arena, how->folder, "device.fatbin");
    const char *object = path_join(arena, how->folder, "host.o");
    size_t text_size = 0, size;
    if (!write_headers(clang.headers, arena) || !program_write_libraries(how->folder, arena)) {
        text_add(log, "the headers and libraries cannot be written\n");
        return false;
    }
    if (!make_ptx(&clang, ptx, log)) return false;
    const char *text = file_read(arena, ptx, PTX_LIMIT, &text_size, &why);
    const void *made = text != NULL ? fatbin_make(text, text_size, clang.arch, arena, &size) : NULL;
    if (made == NULL || !file_write(binary, made, size)) return false;
    return make_object(&clang, binary, object, log) && link_program(&clang, object, how->folder, program, log);
}
