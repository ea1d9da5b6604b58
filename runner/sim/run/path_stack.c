/* The stack of a warp's paths that do not run now: pushed by what splits the active lanes or parks them. Which of them
 * runs next is decided in paths.c. */
#include "base/memory.h"
#include "sim/warp.h"

void sim_push_path(SimWarp *warp, uint32_t mask, const SimInstr *at, const SimInstr *reconverge) {
    if (warp->path_count == warp->path_capacity) {
        warp->path_capacity = warp->path_capacity ? 2 * warp->path_capacity : 16;
        warp->paths = memory_resize(warp->paths, warp->path_capacity, sizeof *warp->paths);
    }
    warp->paths[warp->path_count++] = (SimPath){.mask = mask, .at = at, .reconverge = reconverge};
}

void sim_merge_paths(SimWarp *warp) {
    size_t lowest = warp->frames[warp->frame_count - 1].paths, kept = lowest;
    for (size_t i = kept; i < warp->path_count; i++) {
        SimPath path = warp->paths[i];
        SimPath *before = kept > lowest ? &warp->paths[kept - 1] : NULL;
        if (before && before->at == path.at && before->reconverge == path.reconverge && !before->parked &&
            !path.parked && (before->mask & path.mask) == 0)
            before->mask |= path.mask;
        else
            warp->paths[kept++] = path;
    }
    warp->path_count = kept;
}

void sim_unpark(SimWarp *warp) {
    for (size_t i = warp->frames[warp->frame_count - 1].paths; i < warp->path_count; i++) {
        SimPath *path = &warp->paths[i];
        if (!path->parked) continue;
        path->parked = false;
        path->passed = 0;
        path->at++;
    }
    sim_merge_paths(warp);
}
