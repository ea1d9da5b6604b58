/* Pictures of a launch's requests and races, for the commands that run one. */
#ifndef WARPSCHOOL_COMMANDS_REQUEST_PICTURES_H
#define WARPSCHOOL_COMMANDS_REQUEST_PICTURES_H

#include "teach/launch/execute.h"

/* What a launch has to record for the line's pictures: the requests that --block, --warp and --request choose. */
Recording pictures_recording(const Session *session, int line);
/* Draws what was recorded of the line; where there is nothing, says which lines use the space. */
void pictures_say(Session *session, const LaunchOutcome *outcome, PicturedSpace space, int line);
void pictures_say_lines(Session *session, const LaunchOutcome *outcome, PicturedSpace space);
/* Draws the launch's races, the first few, of those with an access on that line; 0: on any. How many. */
size_t pictures_say_races(Session *session, const LaunchOutcome *outcome, int line);
/* Says in words those that have no picture, because their two accesses are not kept. */
void pictures_say_undrawn_races(Session *session, const LaunchOutcome *outcome, int line);
bool pictures_has_race(const LaunchOutcome *outcome, int line);

#endif
