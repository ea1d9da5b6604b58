/* warpschool: the program, with the GPU that this machine's driver offers. */
#include "commands/commands.h"
#include "cuda/gpu.h"
#include "shell/command_line.h"

int main(int argc, char **argv) {
    static const GpuSource gpus = {device_open_gpu, device_survey_gpu};
    gpu_be_worker(argc, argv);
    return command_line_main(argc, argv, &command_table, &gpus);
}
