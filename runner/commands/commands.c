/* The commands, once. Completion, help and the REPL read this table; tests/golden holds the man page to it. */
#include "commands/commands.h"

static const Command rows[] = {
    {.name = "list",
     .arguments = "[exercises | LESSON]",
     .most = 1,
     .completes = ARGUMENT_LESSON_OR_EXERCISES,
     .json = true,
     .paged = true,
     .needs_pack = true,
     .run = command_list,
     .about = "the lessons, and how far you are",
     .details = "Lists the lessons of the pack with what you have done and, in 120 columns or more, what they are "
                "about. A lesson that cannot be loaded is listed with the reason. `list exercises` lists the exercises "
                "with their state, `list LESSON` those of one lesson."},
    {.name = "start",
     .arguments = "[LESSON] [STEP]",
     .most = 2,
     .completes = ARGUMENT_LESSON,
     .needs_pack = true,
     .run = command_start,
     .about = "open a lesson where you left it",
     .details = "Opens a lesson at the step that comes next, or at STEP. LESSON may be its name, its number, or the "
                "beginning of either: `start 5`, `start banks`. `start LESSON 1` begins again; nothing you have done "
                "is lost."},
    {.name = "next",
     .arguments = "",
     .needs_pack = true,
     .on_enter = true,
     .run = command_next,
     .about = "go on; Enter alone does the same",
     .details = "Goes on: the next text, the launch that belongs to it, the questions, the exercise. The next lesson "
                "opens only after you were told that this one is done."},
    {.name = "back",
     .arguments = "",
     .needs_pack = true,
     .run = command_back,
     .about = "show the step before once more",
     .details = "Goes back by a step: its text, and with Enter its launch, once more. Nothing you have done is lost."},
    {.name = "run",
     .arguments = "[LESSON] [PARAM=VALUE...]",
     .most = -1,
     .completes = ARGUMENT_LESSON_OR_PARAMETER,
     .json = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_run,
     .about = "launch the step's kernel",
     .details = "At the prompt, without a lesson: launches the current step, with the values that you have `set`. "
                "With a lesson: makes all its launches and holds them to what the lesson expects. The exit code is 0 "
                "when every expectation holds. `--step ID` picks one step; `--json` prints every launch for programs."},
    {.name = "set",
     .arguments = "[PARAM=VALUE...]",
     .most = -1,
     .completes = ARGUMENT_PARAMETER,
     .needs_pack = true,
     .run = command_set,
     .about = "change a parameter for the next `run`",
     .details = "`set stride=4` changes a parameter of the lesson until you have launched with it and go on to the "
                "next step; `set` alone lists the parameters with what they may be. `set device=gpu` (or `sim`, "
                "`auto`) says where kernels run "
                "from now on."},
    {.name = "sweep",
     .arguments = "[LESSON] PARAM=LIST",
     .most = -1,
     .completes = ARGUMENT_LESSON_OR_PARAMETER,
     .json = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_sweep,
     .about = "launch once for each value, in one table",
     .details = "`sweep stride=1,2,4` or `sweep stride=1..33`: one launch for each value, with the metrics that "
                "change."},
    {.name = "predict",
     .arguments = "[LESSON STEP [ANSWER]]",
     .most = 3,
     .completes = ARGUMENT_LESSON,
     .json = true,
     .needs_pack = true,
     .run = command_predict,
     .about = "answer the step's prediction again",
     .details = "Asks the prediction of the current step again, or that of the step which is named, measures, and "
                "compares. With ANSWER nothing is asked; an empty one gives up. With `--json` and without ANSWER it "
                "prints the question alone."},
    {.name = "quiz",
     .arguments = "[LESSON]",
     .most = 1,
     .completes = ARGUMENT_LESSON,
     .json = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_quiz,
     .about = "the lesson's questions",
     .details = "Asks the questions of a lesson. Answers are measured wherever the machine can. Without a terminal "
                "they are read from standard input, one a line; `--json` prints the questions with their answers "
                "instead."},
    {.name = "exercise",
     .arguments = "[EXERCISE]",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .needs_pack = true,
     .looks_up = true,
     .run = command_exercise,
     .about = "show the task and the file to edit",
     .details = "Shows an exercise: what to do, in which file, and what `check` will look at. Without a name: the "
                "next one of the lesson."},
    {.name = "check",
     .arguments = "[EXERCISE] [FILE]",
     .most = 2,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_check,
     .about = "judge your file",
     .details = "Compiles and launches the exercise's file, several times with different sizes and inputs, and judges "
                "it by its output, by what was seen while it ran, and by the goals. The verdict is one of passed, "
                "wrong, unsafe, missed, uncompiled, stuck, unsupported and error. `check EXERCISE FILE` judges "
                "another file. `--errorfile` prints what is wrong as FILE:LINE:COLUMN: error: MESSAGE, for editors."},
    {.name = "watch",
     .arguments = "[EXERCISE]",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .json = true,
     .needs_pack = true,
     .run = command_watch,
     .about = "judge your file whenever you save it",
     .details =
         "Judges the exercise's file as `check` does, now and after every save, on one screen: the verdict, the "
         "goal that failed first with its line and its number, what has changed since the last save, and the "
         "picture of that line. One key each: `h` hint, `p` picture, `s` source, `d` what you changed, `l` list, "
         "`o` solution, `n` next exercise, `q` quit; Space and `b`, or the arrows, scroll. Ctrl-C stops a check, "
         "then leaves. Without a name: the exercise that was watched last, else the next one of the lesson. "
         "Where standard output is no terminal it prints a line for each verdict (`--json`: an object) until its "
         "input ends."},
    {.name = "source",
     .arguments = "[KERNEL|LESSON|EXERCISE|FILE [NAME=VALUE...]]",
     .most = -1,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .paged = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_source,
     .about = "a kernel's text with what each line costs",
     .details = "Shows the kernel of the current step or, at an exercise, of your file, with the counts of each line "
                "in the margin: requests to memory, wavefronts of shared memory, sectors of global and local memory, "
                "and findings. The line that costs most is marked. Once you have changed an exercise's file, lines "
                "that cost something else than as shipped show both. `--exercise NAME`, `--step ID` and `--launch N` "
                "choose the launch. A FILE of no exercise is launched as `try` does, with its words."},
    {.name = "ptx",
     .arguments = "LINE [LESSON|EXERCISE|FILE]",
     .most = 2,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .needs_pack = true,
     .looks_up = true,
     .run = command_ptx,
     .about = "the PTX that a source line became",
     .details = "Shows the instructions that the compiler made of a line of the current step's kernel or, at an "
                "exercise, of your file, as it wrote them. The counts are those of these instructions. `--exercise "
                "NAME`, `--step ID` and `--launch N` choose the launch, as for `source`."},
    {.name = "sass",
     .arguments = "LINE [LESSON|EXERCISE|FILE]",
     .most = 2,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .needs_pack = true,
     .looks_up = true,
     .run = command_sass,
     .about = "the machine code that a source line became",
     .details = "Shows the instructions of a line as the hardware executes them (SASS), with their addresses. It needs "
                "NVIDIA's disassembler, nvdisasm, from the toolkit or from the Python package nvidia-cuda-nvdisasm; "
                "`WARPSCHOOL_NVDISASM` names one. The simulator runs and counts PTX: see `ptx`."},
    {.name = "show",
     .arguments = "banks|sectors|race|occupancy [LINE] [LESSON|EXERCISE|FILE [NAME=VALUE...]]",
     .most = -1,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .paged = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_show,
     .about = "what a launch did, as a picture",
     .details =
         "Draws a launch of the current step or, at an exercise, of your file. `show banks LINE`: a request of "
         "the line over the 32 banks of shared memory, with `--passes` pass by pass. `show sectors LINE`: one "
         "over the 32-byte sectors of global memory. Without LINE: the line that wastes most. `show race LINE`: "
         "the two accesses of a race in time; without LINE of every race. `show occupancy`: what limits how many "
         "blocks run at a time. "
         "`--exercise NAME`, `--step ID` and `--launch N` choose the launch; `--block N`, `--warp N` and "
         "`--request N` the request, which is the costliest one otherwise. A FILE of no exercise is launched as "
         "`try` does, and takes its words: `show race mine.cu threads=256`. `--svg FILE` writes the picture, of a "
         "race not. While a step asks for a prediction its pictures are held back: they would tell the answer."},
    {.name = "compare",
     .arguments = "[LESSON|EXERCISE] [A B] [NAME=VALUE...]",
     .most = -1,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .paged = true,
     .needs_pack = true,
     .looks_up = true,
     .run = command_compare,
     .about = "two launches or two files side by side",
     .details =
         "Puts what two launches count side by side and marks what differs: `compare stride=1 stride=32` two rows "
         "of a sweep, `compare 1 2` two launches of the step, or two steps by their names. At an exercise "
         "`compare` alone, or with its name, compares your file with the one that was shipped, and `compare OLD.cu "
         "NEW.cu` two versions of it; files that are not named like an exercise are launched as `try` does, with the "
         "words of `try` behind them. "
         "`--exercise NAME`, `--step ID` and `--launch N` choose."},
    {.name = "try",
     .arguments = "FILE [KERNEL] [NAME=VALUE...]",
     .most = -1,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .looks_up = true,
     .run = command_try,
     .about = "run a kernel of your own",
     .details =
         "Runs any kernel of a CUDA file, with buffers made from its parameters, and shows what it counts, "
         "finds and prints. `blocks=8`, `threads=16x16` and `shared=1024` say how it is launched; `n=1000` "
         "gives a number its value; `in=1000` a buffer its size, `in=1000:f32:iota` its type and contents too "
         "(`random`, `iota`, `zero`, `poison`); `in=@in.npy` gives it the elements of a file of NumPy, and `--out DIR` "
         "writes those of the outputs. The same words may stand in comments at the file's top that "
         "begin with `try:`. A kernel that uses `threadIdx.y` gets blocks of 16x16, and `width`, `rows`, `n` "
         "and the like that fit its buffers. `--banks LINE` and `--sectors LINE` draw a request of that line."},
    {.name = "exec",
     .arguments = "PROGRAM|FILE.cu [-- ARGUMENT...]",
     .most = -1,
     .completes = ARGUMENT_EXERCISE_OR_FILE,
     .json = true,
     .looks_up = true,
     .run = command_exec,
     .about = "run a whole CUDA program, and look it over",
     .details =
         "Runs a whole program, with its own `main`, on a simulated GPU: a `.cu` file, which is compiled with "
         "nvcc, or a program that was linked with `nvcc -cudart shared`. Its output is its own. Then come a "
         "table a kernel, what is wrong in its kernels, and in its host code: memory that is never freed, errors "
         "that nobody looked at, copies that are too long or in the wrong direction, pointers of the wrong "
         "side. `--metrics LIST` chooses the table's counts, `--findings` leaves it out, `--source` "
         "shows the file with what its lines cost in the margin, `--csv` and `--json` "
         "print it for programs; `--gpu NAME` chooses the GPU. The exit code is the program's; with `--strict` it is 3 "
         "where there is a "
         "finding. Words after `--` are the program's arguments. `--walls` keeps a program that is not to be trusted "
         "from your files, other processes and the network, and ends it at its limits."},
    {.name = "hint",
     .arguments = "[EXERCISE]",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .needs_pack = true,
     .at_question = "`hint` is about exercises. A question has none: Enter alone shows its answer and why.",
     .looks_up = true,
     .run = command_hint,
     .about = "the next hint for the exercise",
     .details = "Shows the next hint, from a nudge to nearly the answer; how many you have seen is remembered. After "
                "the last one it shows them all."},
    {.name = "solution",
     .arguments = "[EXERCISE]",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .needs_pack = true,
     .looks_up = true,
     .run = command_solution,
     .about = "one way to solve the exercise",
     .details = "Shows a solution once you have passed the exercise, or have seen all its hints and say that you want "
                "it. Once you have passed, also the lines in which yours differs from it."},
    {.name = "reset",
     .arguments = "[EXERCISE]",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .needs_pack = true,
     .looks_up = true,
     .run = command_reset,
     .about = "put the exercise's file back as it was shipped",
     .details = "Puts the exercise's file back as it was shipped; in a git checkout, as its authors committed it "
                "last. Your version is kept beside your progress, and you are told where."},
    {.name = "init",
     .arguments = "[DIR]",
     .most = 1,
     .completes = ARGUMENT_FILE,
     .needs_pack = true,
     .run = command_init,
     .about = "put the exercises into a folder of your choice",
     .details =
         "Copies all exercises into DIR, which is made if need be; your own answers where you have some. What is "
         "in DIR already stays as it is. From then on `exercise`, `check`, `hint` and `reset` use the files there. "
         "With them come `.clangd`, so that clangd completes and checks CUDA without a toolkit, and "
         "`.vscode/tasks.json`, whose task marks findings and missed goals in the file. `init` alone says where "
         "your files are."},
    {.name = "export",
     .arguments = "[FILE]",
     .most = 1,
     .completes = ARGUMENT_FILE,
     .needs_pack = true,
     .run = command_export,
     .about = "what you have done, as text",
     .details =
         "Prints what you have done, a line a thing, by the names of lessons, questions and exercises; or writes it "
         "to a new FILE. Your answers to exercises are files of their own: `init` says where they lie."},
    {.name = "import",
     .arguments = "FILE",
     .most = 1,
     .completes = ARGUMENT_FILE,
     .needs_pack = true,
     .run = command_import,
     .about = "add what `export` wrote on another machine",
     .details =
         "Adds what FILE records to what you have done here. Nothing is lost: what was done stays done, the later "
         "step of a lesson stays, and so does the first answer to a prediction."},
    {.name = "report",
     .arguments = "[LESSON | EXERCISE] --html FILE | --svg FILE",
     .most = 1,
     .completes = ARGUMENT_EXERCISE,
     .needs_pack = true,
     .run = command_report,
     .about = "a page to keep: texts, numbers, pictures, your file",
     .details =
         "`--html FILE` writes one page that needs nothing else: of a lesson its texts, launches, tables and "
         "pictures, and your predictions and answers, with what a step counted folded until you have predicted it; of "
         "an exercise your file with its verdict, "
         "goals, findings and counts. Beside every number stands the command that gives it again. It can be "
         "printed, read on a phone, in light and dark. `--svg FILE` writes one picture: of an exercise the "
         "worst request of your file, over the banks, or over the sectors where a goal about those is missed or "
         "no shared memory is used; of a lesson the first that it shows, or `--step ID`'s. "
         "Everything is measured again for it. A file that `report` did not write is not overwritten."},
    {.name = "site",
     .arguments = "DIR",
     .most = 1,
     .completes = ARGUMENT_FILE,
     .needs_pack = true,
     .run = command_site,
     .about = "the whole course as pages for a browser",
     .details =
         "Writes the course into DIR as static pages: an index, a page for each lesson with its texts, launches, "
         "tables "
         "and pictures, a gallery of all pictures, the glossary, and a search that needs no server. Every launch is "
         "made "
         "anew in the simulator. Answers and hints are folded; solutions, and what you have done yourself, are not in "
         "it. "
         "`--pack` names the course, `--jobs N` makes as many lessons at the same time. Where DIR holds pages of an "
         "earlier call they are replaced, and nothing else there is touched."},
    {.name = "lint",
     .arguments = "[PACK | LESSON]",
     .most = 1,
     .completes = ARGUMENT_LESSON,
     .json = true,
     .run = command_lint,
     .about = "look over a pack before a class sees it",
     .details = "For authors: reads and runs everything in a pack, or one lesson, as students will; without a name, "
                "in the pack of the current folder, else in the one that lessons come from. Texts must fit and name "
                "what exists; expectations must hold; questions need one right answer; exercises must fail as "
                "shipped; solutions must pass for every architecture that the compiler knows (or for that of "
                "`--arch` alone) and in every order of the warps; mutants must be rejected with the verdict that their "
                "first line states. Dodges are made "
                "from each solution (barriers removed, half of the blocks, results written out), and lint warns of "
                "those that the goals let pass; `--no-dodges` leaves them out, `--dodges DIR` writes them into DIR. "
                "`--jobs N` looks over as many lessons at the same time. "
                "Findings look like a compiler's; the exit code is 1 where one is an error."},
    {.name = "grade",
     .arguments = "SUBMISSIONS --out DIR [--slurm [-- SBATCH-OPTION...]]",
     .most = -1,
     .completes = ARGUMENT_FILE,
     .needs_pack = true,
     .run = command_grade,
     .about = "marks for what a class handed in",
     .details =
         "For instructors: judges every file in SUBMISSIONS, a folder or an archive as Moodle, Canvas, GitHub "
         "Classroom or Gradescope let you download it, or any with a folder, an archive or a clone for each student. "
         "Dates and points are those of pack.yaml, or `--deadline TIME` for all; `--exercise ID` (several times, or "
         "with commas) says which exercises; `--jobs N` judges as many files at the same time. Into DIR go "
         "students.csv for the gradebook, results.csv, results.json, junit.xml, a page for each student, a "
         "results.json for Gradescope, and index.html, the overview. The same files come out on every machine and on "
         "every run. After an interruption say the same again: what was judged is not judged twice. "
         "`--slurm` spreads the files over a Slurm cluster and waits, `--no-wait` does not. docs/instructors.md tells "
         "more."},
    {.name = "new",
     .arguments = "lesson NAME | pack DIR | handout PACK DIR | autograder gradescope|github PACK DIR",
     .most = 4,
     .run = command_new,
     .about = "a lesson or a pack to begin with, or one to hand out",
     .details =
         "For authors: `new lesson my-topic` writes a small lesson into the pack of the current folder (or of "
         "`--pack`): YAML, kernel, exercise, solution and two mutants. `new pack DIR` makes a pack with one "
         "such lesson. Both lint clean from the start. `new handout PACK DIR` makes what students of a pack get: "
         "lessons, kernels, exercises and a README, without solutions, mutants and what `grading.yaml` hides. "
         "`new autograder gradescope PACK DIR` makes what Gradescope runs for each submission, `new autograder github "
         "PACK DIR` a repository for students with a workflow for GitHub. "
         "Where DIR of a handout ends in .zip it is an archive. Nothing that exists is overwritten."},
    {.name = "packs",
     .arguments = "[install FOLDER|ARCHIVE [NAME]]",
     .most = 3,
     .completes = ARGUMENT_FILE,
     .json = true,
     .run = command_packs,
     .about = "the packs that are found by name, or one more",
     .details = "Lists the packs that `--pack NAME` finds: the one that came with the program, and those that were "
                "installed. `packs install FOLDER` copies a pack to them, or what an archive holds (.zip, .tar.gz, "
                ".tar.zst...); nothing is fetched. Links, files of more than "
                "4 MiB and what does not belong to a pack are left out."},
    {.name = "explain",
     .arguments = "[WORD...]",
     .most = -1,
     .completes = ARGUMENT_WORD,
     .paged = true,
     .run = command_explain,
     .about = "what a word, a metric or a finding is, and why it matters",
     .details =
         "Explains a word that lessons use (`explain wavefront`), a metric (`explain shared.load.ways`) or a kind "
         "of finding (`explain race`): what it is, why it matters, what counts it, and which lesson is about it. "
         "For a part of a name, or a misspelled one, it says what is called nearly so. Alone it lists the words."},
    {.name = "metrics",
     .arguments = "[METRIC | WORD]",
     .most = 1,
     .completes = ARGUMENT_METRIC,
     .json = true,
     .paged = true,
     .looks_up = true,
     .run = command_metrics,
     .about = "what is counted, and what it means",
     .details = "Lists the metrics that reports, goals and JSON use, with unit and meaning; `metrics shared` lists "
                "those that begin so, and any other word those that have it in their name or meaning. For one alone it "
                "also tells the Nsight Compute metric that it equals."},
    {.name = "doctor",
     .arguments = "",
     .json = true,
     .run = command_doctor,
     .about = "what works on this machine, and what to do where it does not",
     .details = "Looks at the compiler, the folders, the pack and the terminal. Each problem comes with the command "
                "that mends it."},
    {.name = "completions",
     .arguments = "bash | zsh | fish",
     .most = 2,
     .run = command_completions,
     .about = "what a shell needs to complete these words",
     .details =
         "Prints a script for a shell: in `~/.bashrc` write `eval \"$(warpschool completions bash)\"`, in "
         "`~/.zshrc` after `compinit` the same with zsh, in `~/.config/fish/config.fish` `warpschool completions "
         "fish | source`. `make install` puts the scripts where the shells look for them."},
    {.name = "help",
     .arguments = "[COMMAND]",
     .most = 1,
     .completes = ARGUMENT_COMMAND,
     .paged = true,
     .on_help = true,
     .looks_up = true,
     .run = command_help,
     .about = "this list, or one command in full",
     .details = "Lists the commands, or tells all about one."},
    {.name = "quit",
     .arguments = "",
     .run = command_quit,
     .about = "leave; Ctrl-D does the same",
     .details = "Leaves, as `exit` does. Your progress is kept."},
};

const CommandTable command_table = {rows, sizeof rows / sizeof *rows};
