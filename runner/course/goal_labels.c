/* What a goal is about, in words. A hidden goal that its lesson gives none is called by what it measures. */
#include <string.h>

#include "course/course.h"

/* A name that ends with '.' stands for all that begin with it. The first row that fits gives the words; they name the
 * matter and not the side on which the bound lies, because goals have both. */
static const struct Label {
    const char *name, *words;
} labels[] = {
    {"async.bytes", "what asynchronous copies read"},
    {"async.concurrent_loads", "work beside the copies"},
    {"async.", "asynchronous copies"},
    {"barriers.unused", "every barrier has its use"},
    {"barriers", "the number of barriers"},
    {"call.depth", "calls within calls"},
    {"calls.", "calls of CUDA's functions"},
    {"constant.serialised", "all lanes read one constant word at a time"},
    {"constant.", "reads of constant memory"},
    {"global.atomic.unchecked", "what a compare-and-swap returns is looked at"},
    {"global.atomic.", "atomics on global memory"},
    {"global.load.bytes", "bytes loaded from global memory"},
    {"global.load.common", "numbers that several threads fetch"},
    {"global.load.direct", "results made past shared memory"},
    {"global.load.lines", "lines of 128 bytes that loads touch"},
    {"global.load.uncarried", "what is loaded has its use"},
    {"global.load.unused", "what is loaded has its use"},
    {"global.load.requests", "loads from global memory"},
    {"global.load.", "sectors that loads touch"},
    {"global.store.bytes", "bytes stored in global memory"},
    {"global.store.constant", "what is stored in global memory"},
    {"global.store.unused", "what is stored in global memory has its use"},
    {"global.store.lines", "lines of 128 bytes that stores touch"},
    {"global.store.requests", "stores to global memory"},
    {"global.store.", "sectors that stores touch"},
    {"heap.", "memory from malloc"},
    {"imbalance.blocks", "the blocks share the work"},
    {"imbalance.block_loads", "the blocks share the loads"},
    {"imbalance.warps", "the warps share the work"},
    {"imbalance.loads", "the warps share the loads"},
    {"imbalance.", "the warps share the accesses to memory"},
    {"instructions.active_threads", "the lanes of a warp share the work"},
    {"instructions.block_vote", "votes of the block"},
    {"instructions.vote", "votes"},
    {"instructions.shuffle", "shuffles and warp reductions"},
    {"instructions.unused", "every instruction has its use"},
    {"instructions.", "the number of instructions"},
    {"launch.local", "local memory of a thread"},
    {"launch.registers", "registers of a thread"},
    {"launch.shared.", "shared memory of a block"},
    {"local.", "local memory"},
    {"mbarrier.", "barrier objects"},
    {"order.blocks", "any order of the blocks will do"},
    {"order.lanes", "any order of the lanes will do"},
    {"program.allocated", "what is allocated"},
    {"program.allocations", "what is allocated"},
    {"program.launches", "the launches"},
    {"program.read", "what is copied to the host is used"},
    {"program.sent", "what is copied to the device is used"},
    {"program.exit_code", "the exit code"},
    {"program.", "the copies"},
    {"requests.active_threads", "the lanes of a warp share the requests"},
    {"shared.atomic.", "atomics on shared memory"},
    {"shared.load.bytes", "bytes read from shared memory"},
    {"shared.load.own_warp", "numbers go from warp to warp"},
    {"shared.load.own", "numbers go from thread to thread"},
    {"shared.load.reach", "results made of what is read from shared memory"},
    {"shared.load.uncarried", "what is read from shared memory has its use"},
    {"shared.load.unused", "what is read from shared memory has its use"},
    {"shared.load.requests", "reads of shared memory"},
    {"shared.store.bytes", "bytes stored in shared memory"},
    {"shared.store.conflicts", "bank conflicts of stores"},
    {"shared.store.ways", "bank conflicts of stores"},
    {"shared.store.distinct", "how much of shared memory is written"},
    {"shared.store.requests", "stores to shared memory"},
    {"shared.store.unused", "what is stored in shared memory has its use"},
    {"shared.store.", "what is stored in shared memory"},
    {"shared.unwritten", "nothing is read before it is written"},
    {"shared.wavefronts", "passes of the banks"},
    {"shared.requests", "requests to shared memory"},
    {"texture.filter.reach", "the texture's filter has its use"},
    {"texture.", "reads of textures"},
};

static bool fits(const char *name, const char *row) {
    size_t size = strlen(row);
    return strncmp(name, row, size) == 0 && (name[size] == '\0' || name[size] == '.' || row[size - 1] == '.');
}

static void find_label(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    const char **words = context;
    for (size_t i = 0; i < sizeof labels / sizeof *labels && *words == NULL; i++)
        if (fits(name, labels[i].name)) *words = labels[i].words;
}

const char *goal_means(const Goal *goal) {
    const char *words = goal->means;
    if (words == NULL && goal->hidden) expr_each_name(goal->expr, find_label, &words);
    return words;
}
