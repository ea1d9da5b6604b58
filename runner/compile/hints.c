/* Advice on a compiler's message, in plain words, for mistakes that many students make: a whole CUDA program in a
 * file that is to hold kernels only, a function or a header of the host, a constant whose header is missing.
 *
 * The tables are searched from the top; the first entry that fits is used. Names are matched whole, or up to a * at
 * their end. */
#include <string.h>

#include "base/text.h"
#include "compile/parts.h"

typedef struct Hint {
    const char *names; /* names with a blank before, between and after them */
    const char *hint;
} Hint;

static const char host_code[] =
    "Warpschool launches the kernel itself, with the grid, the block and the arguments that the lesson gives: keep the "
    "kernels and their __device__ functions, and take main() and all other host code out (cudaMalloc, cudaMemcpy, "
    "<<<...>>>); a program with its main() runs with `warpschool exec`";
static const char no_console[] =
    "a kernel has no files and no console: printf(\"...\", values) is the one way to print";
static const char no_containers[] =
    "the C++ library's containers and streams are for the host: a kernel uses pointers, plain arrays and printf";
static const char no_algorithms[] =
    "the C++ library's algorithms are for the host; min, max and abs are there for a kernel without std:: and #include";
static const char no_randomness[] =
    "that is a function of the host: a kernel can compute its own numbers from the thread's index";
static const char only_memory[] = "that is a function of the host: of <cstring> a kernel has memcpy and memset";
static const char no_end[] = "that is a function of the host: return ends the thread, and __trap() the kernel";
static const char cuda_std[] =
    "for kernels the CUDA Toolkit has it as <cuda/std/...> (cuda/std/limits, cuda::std::numeric_limits)";

static const Hint identifiers[] = {
    {" cudaConfigureCall cudaMalloc* cudaFree* cudaMem* cudaDevice* cudaEvent* cudaStream* cudaGet* cudaError* "
     "cudaSuccess "
     "cudaLaunch* cudaFunc* cudaOccupancy* cudaSet* cudaGraph* cudaCreate* cudaDestroy* cudaHost* cublas* curand* "
     "cuda_runtime ",
     host_code},
    {" FILE stdin stdout stderr fopen fclose fprintf fputs fputc puts putchar fflush fwrite fread fgets scanf fscanf "
     "getchar "
     "sprintf snprintf ",
     no_console},
    {" cout cerr endl cin vector string map set unordered_map list deque array tuple pair ostream stringstream "
     "unique_ptr "
     "shared_ptr thread chrono ",
     no_containers},
    {" min max swap sort fill copy accumulate reduce transform clamp ", no_algorithms},
    {" numeric_limits is_same enable_if move forward ", cuda_std},
    {" rand srand random drand48 ", no_randomness},
    {" strlen strcmp strncmp strcpy strncpy strcat memcmp memmove memchr ", only_memory},
    {" exit abort _exit quick_exit atexit ", no_end},
    {" int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t intmax_t uintmax_t "
     "SIZE_MAX INT8_* "
     "INT16_* INT32_* INT64_* UINT8_* UINT16_* UINT32_* UINT64_* int_fast* uint_fast* int_least* uint_least* ",
     "write #include <cstdint> at the top"},
    {" INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX CHAR_BIT CHAR_MAX CHAR_MIN "
     "SCHAR_* "
     "UCHAR_MAX SHRT_* USHRT_MAX ",
     "write #include <climits> at the top"},
    {" FLT_* DBL_* ", "write #include <cfloat> at the top"},
    {" M_PI M_PI_2 M_PI_4 M_E M_SQRT2 M_SQRT1_2 M_LN2 M_LN10 M_LOG2E M_LOG10E M_1_PI M_2_PI INFINITY NAN HUGE_VAL* ",
     "write #include <cmath> at the top"},
    {" half half2 __half __half2 __hadd* __hmul* __hsub* __hfma* __hmax* __hmin* __hdiv* __hneg* __hlt* __hgt* "
     "__float2half* "
     "__half2float* __floats2half* __half22float2 __low2float __high2float __halves2half2 __int2half* hexp hsqrt ",
     "write #include <cuda_fp16.h> at the top"},
    {" cooperative_groups cg thread_block this_thread_block tiled_partition ",
     "write #include <cooperative_groups.h> at the top, and namespace cg = cooperative_groups;"},
    {" CUDART_* ", "write #include <math_constants.h> at the top"},
    {" sqrt fabs abs pow exp log sin cos tan fmin fmax floor ceil round trunc fma fmod isnan isinf hypot tanh ",
     "write #include <cmath> at the top, or the function without std::"},
    {" size_t ptrdiff_t byte nullptr_t offsetof ", "write #include <cstddef> at the top"},
    {" printf ", "write #include <cstdio> at the top, or printf without std::"},
    {" thrust cub cudaStream_t ", "that library is called by the host; a kernel does the work itself"},
    {" __syncthread syncthreads _syncthreads ", "the block's barrier is called __syncthreads()"},
};

static const Hint files[] = {
    {" iostream fstream sstream ostream istream iomanip vector string map set unordered_map unordered_set list deque "
     "queue stack "
     "memory functional thread mutex chrono string_view optional variant filesystem ",
     no_containers},
    {" algorithm numeric ", no_algorithms},
    {" random ", no_randomness},
    {" limits type_traits utility tuple array complex bit ratio initializer_list concepts span ", cuda_std},
};

static bool name_fits(const char *pattern, size_t pattern_size, const char *name, size_t size) {
    if (pattern[pattern_size - 1] != '*') return pattern_size == size && memcmp(pattern, name, size) == 0;
    return size >= pattern_size - 1 && memcmp(pattern, name, pattern_size - 1) == 0;
}

static const char *look_up(const Hint *table, size_t count, const char *name, size_t size) {
    for (size_t i = 0; i < count; i++)
        for (const char *at = table[i].names; *(at += strspn(at, " ")) != '\0'; at += strcspn(at, " "))
            if (name_fits(at, strcspn(at, " "), name, size)) return table[i].hint;
    return NULL;
}

/* The first name in quotes, and cudaConfigureCall, which clang puts into none; its size, or 0. */
static size_t quoted_name(const char *message, const char **name) {
    static const char bare[] = "undeclared identifier ";
    const char *found = strstr(message, bare);
    if (found != NULL && found[strlen(bare)] != '\'') {
        *name = found + strlen(bare);
        return strcspn(*name, " ;\n");
    }
    const char *open = strpbrk(message, "\"'");
    if (open == NULL) return 0;
    *name = open + 1;
    size_t size = strcspn(*name, "\"'");
    if (size == strlen("std") && memcmp(*name, "std", size) == 0 &&
        (*name)[size] == '"') /* namespace "std" has no ... */
        return quoted_name(*name + size + 1, name);
    return size;
}

static bool is_unknown_name(const char *message) {
    static const char *const words[] = {
        " is undefined",      "namespace \"std\" has no ", "undeclared identifier ",
        "unknown type name ", " in namespace 'std'",       "must be a class or namespace name",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(message, words[i]) != NULL) return true;
    return false;
}

static bool has_word(const char *line, const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    for (const char *at = line; (at = strstr(at, word)) != NULL; at++)
        if ((at == line || strchr(letters, at[-1]) == NULL) &&
            (at[strlen(word)] == '\0' || strchr(letters, at[strlen(word)]) == NULL))
            return true;
    return false;
}

static const char *hint_for_file(const char *message) {
    const char *name;
    size_t size = quoted_name(message, &name);
    const char *hint = size > 0 ? look_up(files, sizeof files / sizeof *files, name, size) : NULL;
    return hint != NULL
               ? hint
               : "only headers of the CUDA Toolkit and of the C library can be included here: copy into this file "
                 "what you need of another one";
}

/* A call that fits several functions: of CUDA's mathematics, or a name of the student's that CUDA has as well. */
static const char *hint_for_overloads(const char *message) {
    static const Hint mathematics[] = {
        {" sqrt fabs abs pow exp log sin cos tan fmin fmax floor ceil round trunc fma fmod hypot tanh min max ",
         "give all its arguments one type, as in sqrt((float)n) or fmaxf(x, 0.0f)"},
    };
    const char *name;
    size_t size = quoted_name(message, &name);
    const char *hint = size > 0 ? look_up(mathematics, 1, name, size) : NULL;
    return hint != NULL
               ? hint
               : "several functions have this name, perhaps CUDA's own among them: give yours another name, or "
                 "the arguments exactly the types of one of them";
}

bool hint_is_missing_file(const char *message) {
    return text_starts(message, "cannot open source file") || text_ends(message, "file not found");
}

const char *hint_for(const char *message, const char *line) {
    const char *name;
    if (hint_is_missing_file(message)) return hint_for_file(message);
    if (strstr(message, "host variables are not allowed") != NULL || strstr(message, "__host__ variable") != NULL)
        return "write __device__, __constant__ or __shared__ before it, or make it const";
    if (strstr(message, "host functions are not allowed") != NULL || strstr(message, "__host__ function") != NULL)
        return has_word(line, "main") || strstr(line, "<<<") != NULL
                   ? host_code
                   : "write __device__ before it if a kernel calls it; host code (main(), cudaMalloc, <<<...>>>) does "
                     "not "
                     "belong here, as Warpschool launches the kernel itself";
    if (strstr(message, "device-side kernel launch") != NULL ||
        strstr(message, "reference to __global__ function") != NULL)
        return "a kernel cannot launch another one here: Warpschool launches the kernel that the lesson names";
    if (text_starts(message, "more than one instance of overloaded function") ||
        strstr(message, "' is ambiguous") != NULL)
        return hint_for_overloads(message);
    if (!is_unknown_name(message)) return NULL;
    size_t size = quoted_name(message, &name);
    return size > 0 ? look_up(identifiers, sizeof identifiers / sizeof *identifiers, name, size) : NULL;
}
