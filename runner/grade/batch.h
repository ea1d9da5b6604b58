/* Grade: a folder of submissions to marks.
 *
 * It goes: folder.c walks what was handed in; archive.c opens archives in a walled child, clone.c asks git for the
 * files of a clone; layout.c says whose each file is, assign.c which exercise it answers. crew.c judges the files in
 * parallel, each in a process of its own (judging.c), and keeps every result in the journal (journal.c), from where
 * marks.c takes rows, and marks_*.c and page_*.c write them. On a cluster slurm.c submits jobs, each of which judges a
 * share (slurm_share.c), and one that takes the rows from the journal.
 *
 * Whatever a student hands in becomes a row: nothing in a submission can end the program or touch another one. Who runs
 * the program owns an arena, in which everything here lives. */
#ifndef WARPSCHOOL_GRADE_BATCH_H
#define WARPSCHOOL_GRADE_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "teach/session.h"

/* ---- what was handed in (folder.c, archive.c, clone.c) ----------------------------------------------------------- */

#define TIME_UNKNOWN INT64_MIN

/* Why a file or an archive cannot be used. */
typedef enum Trouble {
    TROUBLE_NONE,
    TROUBLE_LINK,       /* a symbolic or hard link */
    TROUBLE_SPECIAL,    /* a pipe, a device, a socket */
    TROUBLE_TRAVERSAL,  /* its name leads out of the archive */
    TROUBLE_ENCRYPTED,  /* in an archive with a password */
    TROUBLE_LARGE,      /* larger than FILE_TEXT_LIMIT, or an archive than ARCHIVE_LIMIT */
    TROUBLE_DEEP,       /* in too many folders, or too long a name */
    TROUBLE_NESTED,     /* an archive in an archive in an archive */
    TROUBLE_BOMB,       /* an archive that unpacks to far more than its own size */
    TROUBLE_MANY,       /* an archive of too many files */
    TROUBLE_DAMAGED,    /* no archive, or a damaged one */
    TROUBLE_EXHAUSTING, /* an archive that takes too much time or memory to read */
    TROUBLE_UNREADABLE, /* the system does not let it be read */
    TROUBLE_UNCLONED,   /* a clone that git cannot read */
    TROUBLE_COUNT
} Trouble;
extern const char *const trouble_text[TROUBLE_COUNT]; /* "is a link, which is not followed": what follows the name */

/* A file, or an empty folder that only its name tells of. */
typedef struct Entry {
    const char *path;  /* below what was handed in, printable; an archive counts as a folder */
    bool folder;       /* no file; other entries may lie in it */
    const char *bytes; /* NULL: not of a kind that is looked at, or trouble */
    size_t size;
    int64_t time; /* seconds since 1970, when it was handed in as far as that is known */
    bool late;    /* known to be after the deadline */
    bool again;   /* of a further commit of a clone: most likely the same file as in the first */
    Trouble trouble;
} Entry;
typedef VEC(Entry) Entries;

typedef struct Deadline {
    bool given;
    int64_t time; /* the last second that is in time */
} Deadline;
/* "2026-11-22", "2026-11-22 23:59", with seconds, with Z or +01:00 behind it; else in this machine's time zone. A day
 * alone is meant to its end. */
bool deadline_parse(const char *text, Deadline *deadline);
typedef VEC(Deadline) Deadlines;

typedef struct Intake {
    Arena *arena;
    const char *empty;               /* an empty folder, for archive.c */
    bool unwalled;                   /* the instructor allows to unpack where the system has no walls */
    bool (*wants)(const char *name); /* whose bytes are wanted; NULL: archive_wants */
    Deadlines deadlines;             /* each that an exercise has, once, the earliest first */
    Entries entries;
} Intake;
/* Reads a folder or an archive with all archives and clones in it. False with *why, a sentence's rest, where the path
 * itself cannot be read. */
bool folder_read(Intake *intake, const char *path, const char **why);

/* Adds what an archive holds, each path below `below`. levels: how many more archives may be opened in it. time: of the
 * archive, when all in it was handed in; TIME_UNKNOWN: each file's own. */
enum { ARCHIVE_LIMIT = 256 << 20 };
void archive_read_all(Intake *intake, const char *below, const void *bytes, size_t size, int64_t time, int levels);
bool archive_is_named(const char *name); /* .zip, .tar, .tar.gz, .tgz, .tar.xz, .txz, .tar.zst, .tzst, .tar.bz2 */
/* Whether the bytes of a file of that name are wanted: a source, the platform's list, or a name that tells nothing. */
bool archive_wants(const char *name);
/* Whether the names of a path are ones that systems add by themselves: .DS_Store, __MACOSX. */
bool archive_skips(const char *path);
bool archive_has_walls(const char *empty); /* whether a child can be kept from all files on this system */

/* Adds the files of a clone's newest commit before each deadline. False: folder, which is open, is no clone. */
bool clone_read(Intake *intake, const char *folder, const char *below);

/* ---- whose it is (layout.c, page_names.c) ------------------------------------------------------------------------ */

typedef struct Student {
    const char *id, *name; /* name: as the platform writes it, or "" */
    const char *file;      /* the id as a file name, alone among all students */
    Entries files;         /* their paths without what told the student */
} Student;
typedef VEC(Student) Students;
/* Sorts the entries by student and the students by id. Returns the layout's name: "moodle", "canvas",
 * "github-classroom", "gradescope" or "folders". path: what was handed in, whose name tells the assignment's. */
const char *layout_students(Intake *intake, const char *path, Students *students);

/* ---- what is judged (assign.c) ----------------------------------------------------------------------------------- */

typedef struct Graded {
    const Lesson *lesson;
    const Exercise *exercise;
    const char *reference_text;      /* the lesson's kernels */
    int64_t most;                    /* points, as `check` counts them; set by marks.c */
    Deadline deadline;               /* of --deadline, else what pack.yaml says of the exercise */
    const char *file_stem, *id_stem; /* of the exercise, as assign.c compares them */
} Graded;
typedef VEC(Graded) Gradeds;

/* A student's answer to an exercise. */
typedef struct Answer {
    const Student *student;
    const Graded *graded;
    const Entry *file; /* NULL: missing */
    bool late;
    const char *note; /* what the instructor must know of how the file was found; "" nothing */
    const char *key;  /* of its result in the journal; NULL where file is */
} Answer;
typedef VEC(Answer) Answers;
/* A row for each student and exercise, in their order. key is not set; the stems of gradeds are. */
void assign_answers(Arena *arena, const Students *students, Gradeds *gradeds, Answers *answers);

/* ---- judging (judging.c, journal.c, crew.c) ---------------------------------------------------------------------- */

typedef struct Batch {
    Session *session;
    Arena *arena;
    const char *out, *submissions;
    const char *layout;
    const char *compiler;      /* "nvrtc 13.0" */
    const char *pack_digest;   /* of lessons and kernels */
    const char *hidden_digest; /* of grading.yaml, ""; in no result, because a guess could be tried against it */
    const char *compiled;      /* the folder of this run's cache of compiled files; NULL: not made yet */
    const char *cache_before;  /* XDG_CACHE_HOME as it was; NULL: not set */
    int jobs;
    const char *jobs_line; /* what slurm/jobs says of the jobs that are waited for; NULL: none */
    int lock;              /* an open file, by which no other run works in the same folder */
    Intake intake;
    Deadline deadline; /* of --deadline; given: it holds for every exercise */
    Students students;
    Gradeds gradeds;
    size_t left_out; /* exercises that pack.yaml gives neither points nor a date, while it does to others */
    Answers answers;
    const char *share; /* the file with the share that is judged; NULL: all that was handed in */
    bool similar;      /* pairs of similar answers are wanted */
    Answers shipped;   /* then: the shipped file of each exercise, as an answer of nobody's */
} Batch;

/* Judges one file in this process, which is a child for that alone, and writes the result, a JSON object, to fd. */
typedef struct Judging {
    Session *session;
    const Graded *graded;
    const char *text;
    size_t size;
    const char *compiler, *pack_digest;
} Judging;
void judging_work(void *context, int fd);
/* What belongs in the place of the result where that child came to an end of another kind; why: a sentence. */
char *judging_failure(Arena *arena, const Judging *judging, const char *verdict, const char *why);

/* The name of a result: a digest of everything that it depends on, so that a changed file, pack, compiler or program is
 * judged anew, and an unchanged one never. */
char *journal_key(const Batch *batch, const Graded *graded, const Entry *file);
struct json_t *journal_load(const Batch *batch, const char *key); /* NULL: not there, or damaged */
bool journal_keep(const Batch *batch, const char *key, const Text *result, double seconds);
void journal_clean(
    const Batch *batch); /* removes what killed runs left half written, their caches and temporary files */
/* A new folder for temporary files, of which the journal knows, so that the next run removes those of a killed one;
 * NULL: there is none to be had. Another one for each share. */
char *journal_open_temporary(const Batch *batch);
void journal_close_temporary(const Batch *batch, const char *folder); /* removes it with all that is in it */
double journal_seconds(const Batch *batch, const char *key);          /* of processor time; negative: unknown */

/* rewrite.c: writes a file that follows from others and is written again by every run: whole, but without waiting for
 * the disk, which would take longer than to judge; one that holds these bytes stays. False with errno set. */
bool grade_write_again(const char *path, const void *bytes, size_t size);

/* repeat.c: the command, to be said in the folder of results, that judges one of its files again. It names the pack
 * and grading.yaml by links in that folder, so that it is the same wherever they lie; grade_write_links makes them,
 * or false with errno set. */
char *grade_repeat_command(Arena *arena, const Batch *batch, const Exercise *exercise, const char *file);
bool grade_write_links(const Batch *batch);
/* A link in the folder of results, at any depth, but for those two: what is written or removed through it lies
 * elsewhere. NULL: there is none. */
const char *grade_stray_link(const Batch *batch);
/* Compiler, time and memory as options of a command line, " --timeout 20", where they are not the usual ones. */
const char *grade_limits_words(Arena *arena, const Options *options);

/* Judges all that has no result yet. False where it was interrupted or results cannot be kept. */
bool crew_judge(Batch *batch);
/* The answers that have no result yet, in the order of their keys; files of the same text once. */
const Answer **crew_todo(const Batch *batch, size_t *count);
/* The bar of progress, on standard error where that is a terminal. */
void crew_show_progress(const Session *session, size_t done, size_t all, bool end);

/* ---- on a cluster (slurm.c, slurm_share.c) ----------------------------------------------------------------------- */

/* A share: what one task of a batch judges, as one file with the texts, so that a task reads nothing else of what was
 * handed in. Both are false with a complaint. */
bool share_write(const Batch *batch, const char *path, const Answer *const *todo, size_t count, size_t number,
                 size_t shares); /* of todo every answer whose place is number modulo shares */
/* Sets batch->answers. A share is refused whose keys are other ones here: then compiler, pack or program differ. */
bool share_read(Batch *batch, const char *path);

/* Submits the answers as an array of jobs, and a job after it that writes the marks. words: options for sbatch. */
bool slurm_submit(Batch *batch, const Answer *const *todo, size_t count, char *const *words, size_t word_count);
bool slurm_at_work(Batch *batch); /* jobs of an earlier run for this folder are in the queue */
/* Shows progress until the jobs have ended. True: the marks are written. */
bool slurm_wait(Batch *batch);
void slurm_tell(Batch *batch);        /* what the jobs are called */
void slurm_clean(const Batch *batch); /* removes what belongs to the jobs */
bool slurm_end(const Batch *batch);   /* the same after the marks are written; false with errno set */

/* ---- what comes of it (marks.c, mark_words.c, marks_table.c, marks_platform.c, page_*.c) ------------------------- */

typedef struct Mark {
    const Answer *answer;
    struct json_t *result; /* NULL: missing */
    const char *verdict;   /* "missing", or a verdict's name */
    int64_t points, most;  /* as `check` counts them */
    /* What the points come to in the course, in hundredths of a point: pack.yaml's `points` of the exercise for all
     * that `check` counts, a part of them for a part. Where it gives none, the same points. */
    int64_t counted, counted_most;
    const char *file;   /* below the folder of results, where the judged text lies; NULL: missing */
    const char *repeat; /* the command that gives this result again; NULL: missing */
} Mark;
/* The marks of one student, one for each exercise. */
typedef struct Marks {
    const Student *student;
    Mark *at;
    size_t count;
    int64_t counted, counted_most; /* in all */
} Marks;
/* Writes every file of results to the folder; what an earlier run wrote for students who are no longer there is
 * removed. It holds the marks of one student at a time. False with errno set. */
bool marks_write(Batch *batch);

const char *marks_seen(const Mark *mark);             /* what the student sees of the check */
char *marks_number(Arena *arena, int64_t hundredths); /* "8.46", "8.5", "8" */
struct json_t *marks_json_number(int64_t hundredths); /* the same */
/* The goals that were missed, in words, each words once: the meaning, else the expression. Those of the hidden part, as
 * the instructor calls them, are the last. */
typedef VEC(const char *) MarkGoals;
MarkGoals marks_missed(Arena *arena, const Mark *mark);

/* A file of results that may be too long for memory: its middle is written as it comes, beside its place, and head and
 * tail when the middle is whole. */
typedef struct MarksFile {
    const char *path, *middle_path;
    FILE *middle;
    int error; /* errno of the first write that failed; 0: none */
} MarksFile;
void marks_file_open(MarksFile *table, const Batch *batch, const char *name);
void marks_file_add(MarksFile *table, Text *part);                           /* empties and frees part */
bool marks_file_close(MarksFile *table, const char *head, const char *tail); /* false with errno set */

/* CSV: the first line, and the lines of one student. */
extern const char marks_csv_head[], marks_times_head[];
void marks_csv(Text *out, const Marks *marks);
void marks_times(Text *out, const Batch *batch, const Marks *marks);
void marks_students_head(Text *out, const Batch *batch);
void marks_students(Text *out, const Marks *marks);
/* A cell of CSV, in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe. */
void marks_cell(Text *out, const char *text);
/* JUnit's XML: a suite for each student, between the head with the counts of all and the tail. */
typedef struct JunitCounts {
    size_t tests, failures, errors, skipped;
} JunitCounts;
void marks_junit(Text *out, const Marks *marks, JunitCounts *all); /* adds to all */
void marks_junit_head(Text *out, const JunitCounts *all);
extern const char marks_junit_tail[];
/* What Gradescope's autograders leave in results.json. */
char *marks_gradescope(Arena *arena, const Marks *marks);

/* ---- what is alike (shape.c, similar.c) -------------------------------------------------------------------------- */

char *shape_of(Arena *arena, const char *ptx); /* a line for each instruction */
/* Pairs of answers that share more than the shipped file gave them, as CSV and as a page. */
void similar_write(const Batch *batch, Text *csv, Text *page);

/* ---- pages ------------------------------------------------------------------------------------------------------- */

/* Of the marks of one student, as Markdown and as HTML. */
void page_student_markdown(Text *out, const Batch *batch, const Marks *marks);
void page_student_html(Text *out, const Batch *batch, const Marks *marks);
/* The overview counts what each student's marks add, and ends with a row for each. In the arena. */
typedef struct Overview Overview;
Overview *page_overview_new(Arena *arena, const Batch *batch);
void page_overview_add(Overview *overview, Text *row, const Marks *marks);
void page_overview_head(const Overview *overview, Text *out);
void page_overview_tail(Text *out);

#endif
