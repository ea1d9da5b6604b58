/* The program: argv to a command. */
#ifndef WARPSCHOOL_SHELL_COMMAND_LINE_H
#define WARPSCHOOL_SHELL_COMMAND_LINE_H

#include "teach/command.h"

#include "base/version.h"

/* The whole program; its exit code. gpus: NULL for a program without a GPU device. */
int command_line_main(int argc, char **argv, const CommandTable *commands, const GpuSource *gpus);

#endif
