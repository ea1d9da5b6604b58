/* The commands: the table, and one function a file. */
#ifndef WARPSCHOOL_COMMANDS_COMMANDS_H
#define WARPSCHOOL_COMMANDS_COMMANDS_H

#include "teach/command.h"

extern const CommandTable command_table;

int command_list(Session *session, int count, char **words);
int command_init(Session *session, int count, char **words);
int command_start(Session *session, int count, char **words);
int command_next(Session *session, int count, char **words);
int command_back(Session *session, int count, char **words);
int command_run(Session *session, int count, char **words);
int command_set(Session *session, int count, char **words);
int command_sweep(Session *session, int count, char **words);
int command_predict(Session *session, int count, char **words);
int command_quiz(Session *session, int count, char **words);
int command_exercise(Session *session, int count, char **words);
int command_check(Session *session, int count, char **words);
int command_watch(Session *session, int count, char **words);
int command_ptx(Session *session, int count, char **words);
int command_sass(Session *session, int count, char **words);
int command_source(Session *session, int count, char **words);
int command_try(Session *session, int count, char **words);
int command_exec(Session *session, int count, char **words);
int command_compare(Session *session, int count, char **words);
int command_show(Session *session, int count, char **words);
int command_hint(Session *session, int count, char **words);
int command_solution(Session *session, int count, char **words);
int command_reset(Session *session, int count, char **words);
int command_export(Session *session, int count, char **words);
int command_import(Session *session, int count, char **words);
int command_report(Session *session, int count, char **words);
int command_site(Session *session, int count, char **words);
int command_lint(Session *session, int count, char **words);
int command_grade(Session *session, int count, char **words);
int command_packs(Session *session, int count, char **words);
int command_new(Session *session, int count, char **words);
int command_metrics(Session *session, int count, char **words);
int command_explain(Session *session, int count, char **words);
int command_doctor(Session *session, int count, char **words);
int command_completions(Session *session, int count, char **words);
int command_help(Session *session, int count, char **words);
int command_quit(Session *session, int count, char **words);

#endif
