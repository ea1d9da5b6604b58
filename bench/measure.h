/* Times and what is made of them. Whoever compares two things runs them in turn, several times, and takes the median of
 * the ratios of neighbours: a machine that is slow for a while is slow for both. */
#ifndef WARPSCHOOL_BENCH_MEASURE_H
#define WARPSCHOOL_BENCH_MEASURE_H

#include <stddef.h>

enum { MOST_RUNS = 9 };

/* Seconds. cpu: of all threads of this process, which other programs that want the same cores do not lengthen; own: of
 * the thread that asks. */
typedef struct Moment {
    double wall, cpu, own;
} Moment;
Moment moment_now(void);

/* alone: what the wall would show if nobody else wanted the cores, as far as CPU time can say: the thread that launched
 * does what cannot be shared and its part of the rest, and no core does more than one second's work in a second. */
typedef struct Times {
    double wall[MOST_RUNS], cpu[MOST_RUNS], alone[MOST_RUNS];
    size_t count;
} Times;
/* Adds what has passed since then. */
void times_add(Times *times, Moment since);

/* What was disturbed least. */
double least(const double *values, size_t count);
double median(const double *values, size_t count);
/* Half the distance between the quartiles, in percent of the median. */
double spread(const double *values, size_t count);
/* The median of above[i] / below[i]. */
double median_ratio(const double *above, const double *below, size_t count);

/* Ends the benchmark with a message. */
_Noreturn void fail(const char *what, const char *why);

#endif
