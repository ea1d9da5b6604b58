/* From CUDA source to a program that is linked with the shared runtime; or a look at a program that was built
 * already. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch.h"
#include "base/elf.h"
#include "base/file.h"
#include "base/system.h"
#include "compile/parts.h"
#include "program/program_clang.h"

enum { PROGRAM_LIMIT = 1 << 30 };

static bool is_source(const char *path) {
    static const char *const endings[] = {".cu", ".cpp", ".cc", ".cxx", ".c"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(path, endings[i])) return true;
    return false;
}

/* ---- a program --------------------------------------------------------------------------------------------------- */

/* Libraries of CUDA's that a program may be linked with and that nothing here stands for. */
static const char *const foreign[] = {"libcuda.so",    "libcublas", "libcufft", "libcurand", "libcusparse",
                                      "libcusolver",   "libcudnn",  "libnccl",  "libnvrtc",  "libnpp",
                                      "libnvToolsExt", "libnvjpeg", "libcupti"};

static const char *foreign_library(Extent names) {
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (memmem(names.bytes, names.size, foreign[i], strlen(foreign[i])) != NULL) return foreign[i];
    return NULL;
}

static void look_at(const char *path, Arena *arena, ProgramBuild *build, DiagList *diags) {
    size_t size;
    const char *why;
    Loc nowhere = {.file = path};
    const void *bytes = file_read(arena, path, PROGRAM_LIMIT, &size, &why);
    Elf elf;
    if (bytes == NULL) {
        diag_add(diags, SEVERITY_ERROR, nowhere, NULL, "%s", why);
        return;
    }
    if (!elf_open((Extent){bytes, size}, &elf)) {
        diag_add(diags, SEVERITY_ERROR, nowhere, "name a .cu file, or a program that nvcc made", "is no program");
        return;
    }
    Extent names = elf_named(&elf, ".dynstr");
    bool shared = memmem(names.bytes, names.size, "libcudart.so", strlen("libcudart.so")) != NULL;
    bool device_code = elf_find(&elf, ".nvFatBinSegment") < elf.count;
    const char *library = foreign_library(names);
    if (library != NULL)
        diag_add(diags, SEVERITY_ERROR, nowhere, "Warpschool stands in for CUDA's runtime library alone",
                 "needs %s, which is not simulated", library);
    else if (device_code && !shared)
        diag_add(diags, SEVERITY_ERROR, nowhere, "build it once more with nvcc -cudart shared",
                 "is linked with CUDA's runtime statically, which cannot be replaced");
    else if (!shared)
        diag_add(diags, SEVERITY_ERROR, nowhere, "build it with nvcc -cudart shared",
                 "is not linked with CUDA's runtime library");
    else
        build->program = path;
}

/* ---- source ------------------------------------------------------------------------------------------------------ */

static const char *find_nvcc(Arena *arena) {
    const char *found = system_find_program(arena, "nvcc");
    static const char *const places[] = {"/usr/local/cuda/bin/nvcc", "/opt/cuda/bin/nvcc"};
    for (size_t i = 0; found == NULL && i < sizeof places / sizeof *places; i++)
        if (file_exists(places[i])) found = places[i];
    return found;
}

/* nvcc hands host code to gcc, unless it is told of another compiler. */
static bool has_host_compiler(Arena *arena) {
    static const char *const flags[] = {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const char *value = getenv(flags[i]);
        if (value != NULL && (strstr(value, "-ccbin") != NULL || strstr(value, "-compiler-bindir") != NULL))
            return true;
    }
    return getenv("NVCC_CCBIN") != NULL || system_find_program(arena, "gcc") != NULL;
}

/* NULL where there is none that can compile a program. */
static const char *find_usable_nvcc(Arena *arena) {
    return has_host_compiler(arena) ? find_nvcc(arena) : NULL;
}

/* PTX alone, because the simulator reads nothing else; lines for device and host, because findings name them. DWARF 4,
 * because binutils' addr2line 2.40 takes the first file of a DWARF 5 table for the file that nvcc made of the source,
 * where the compiler left the file to its initial value (as after nvcc 11.8 and 12). */
static bool run_nvcc(const char *nvcc, const char *path, const ProgramSource *how, const char *program, Arena *arena,
                     Text *log) {
    int number = arch_number(how->arch);
    const char *words[] = {
        nvcc,        "-cudart",  "shared",
        "-lineinfo", "-g",       "-Xcompiler",
        "-gdwarf-4", "-gencode", arena_printf(arena, "arch=compute_%d,code=compute_%d", number, number),
        "-o",        program,    path,
        NULL};
    return program_tool(how->walls, words, true, log) == 0;
}

static bool compile_source(const char *path, const ProgramSource *how, Arena *arena, const char *program, Text *log,
                           const char **compiler, DiagList *diags) {
    const char *nvcc = how->compiler == COMPILER_CLANG ? NULL : find_usable_nvcc(arena);
    *compiler = nvcc != NULL ? "nvcc" : NULL;
    if (nvcc != NULL) return run_nvcc(nvcc, path, how, program, arena, log);
    const char *clang = how->compiler == COMPILER_NVRTC ? NULL : program_find_clang(arena);
    *compiler = clang != NULL ? "clang" : NULL;
    if (clang != NULL) return program_run_clang(clang, path, how, program, arena, log);
    if (how->compiler != COMPILER_CLANG && find_nvcc(arena) != NULL) {
        diag_add(diags, SEVERITY_ERROR, (Loc){.file = path},
                 "install g++ (with gcc), name a host compiler in NVCC_CCBIN, or install clang, which needs no nvcc",
                 "cannot be compiled: nvcc is there, but not gcc, which it needs for host code");
        return false;
    }
    diag_add(diags, SEVERITY_ERROR, (Loc){.file = path},
             "install clang, or CUDA's toolkit with nvcc; neither needs a GPU or a driver",
             "cannot be compiled: there is neither nvcc nor clang");
    return false;
}

int program_built_arch(const ProgramSource *how, Arena *arena) {
    bool by_clang = how->compiler == COMPILER_CLANG || find_usable_nvcc(arena) == NULL;
    return by_clang ? program_clang_arch(how->arch) : arch_number(how->arch);
}

char *program_make_folder(Arena *arena) {
    const char *base = getenv("TMPDIR");
    return mkdtemp(path_join(arena, base != NULL && *base == '/' ? base : "/tmp", "warpschool-XXXXXX"));
}

void program_messages(const char *log, const char *file, const char *text, size_t size, DiagList *diags) {
    CompileRequest request = {.file = file, .source = text, .source_size = size};
    messages_read(log, &request, NULL, diags);
    for (Diag *diag = diags->first; diag != NULL; diag = diag->next) {
        if (diag->loc.file != NULL && text_equal(path_base(diag->loc.file), path_base(file)))
            diag->loc.file = file; /* it may have compiled a copy */
        diag->hint = NULL;         /* hints are for files that hold kernels alone */
    }
}

/* nvcc names the option that a source needs; NULL where it names none, and in walls, which let no variable in. */
static const char *hint_of_option(const ProgramSource *how, const ProgramBuild *build) {
    bool by_nvcc = build->compiler != NULL && text_equal(build->compiler, "nvcc");
    bool named = strstr(build->log, "--extended-") != NULL || strstr(build->log, "--expt-") != NULL;
    return by_nvcc && named && how->walls == NULL ? "set NVCC_APPEND_FLAGS to the option that it names" : NULL;
}

/* What ld and lld say of it. */
static bool lacks_main(const char *log) {
    return strstr(log, "undefined reference to `main'") != NULL || strstr(log, "undefined symbol: main\n") != NULL;
}

void program_build(const char *path, const ProgramSource *how, Arena *arena, ProgramBuild *build, DiagList *diags) {
    *build = (ProgramBuild){.log = ""};
    Loc nowhere = {.file = path};
    if (!file_exists(path) || file_is_directory(path)) {
        diag_add(diags, SEVERITY_ERROR, nowhere, NULL, file_exists(path) ? "is a directory" : "does not exist");
        return;
    }
    if (!is_source(path)) {
        look_at(path, arena, build, diags);
        return;
    }
    size_t size;
    const char *why;
    const char *text = file_read(arena, path, PROGRAM_LIMIT, &size, &why);
    if (text != NULL) why = file_why_no_text(arena, text, size);
    if (why != NULL) {
        diag_add(diags, SEVERITY_ERROR, nowhere, "name a .cu file, or a program that nvcc made", "%s", why);
        return;
    }
    Text log = {0};
    const char *program = path_join(arena, how->folder, "program");
    bool compiled = compile_source(path, how, arena, program, &log, &build->compiler, diags);
    build->built = path;
    build->log = log.size > 0 ? text_take(&log, arena) : "";
    if (compiled)
        look_at(program, arena, build, diags);
    else if (diags->errors == 0 && lacks_main(build->log)) {
        build->log = ""; /* the linker's words for it say no more */
        diag_add(diags, SEVERITY_ERROR, nowhere, "`try` runs a kernel of a file without one", "has no main");
    } else if (diags->errors == 0)
        diag_add(diags, SEVERITY_ERROR, nowhere, hint_of_option(how, build), "does not compile");
}
