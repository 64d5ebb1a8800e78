/* Flockstep for C: flocks of agents that follow simple rules. Made by cbindgen; do not edit.
 *
 *     flockstep_world *school;
 *     if (flockstep_world_open("school", &school) != FLOCKSTEP_OK) { puts(flockstep_error_message()); return 1; }
 *     flockstep_world_step(school, 300);
 *     flockstep_columns at;
 *     flockstep_world_positions(school, &at);
 *     for (size_t i = 0; i < at.count; i++) draw_fish(at.x[i], at.y[i]);
 *     flockstep_world_close(school);
 *
 * Errors. Functions that return int return FLOCKSTEP_OK (0) or another of the codes below; flockstep_error_message then
 * says what was wrong. A call that fails changes nothing. The library does not print, exit or abort; a panic in it
 * becomes FLOCKSTEP_PANIC. (The one exception is a system without memory: that ends the process.)
 *
 * Pointers. What is null where it must not be is refused. Any other pointer must lead to what the type says, for as many
 * items as the call says; texts end with a zero. What a call is given it reads during the call and does not keep. What it
 * hands out belongs to the library, for as long as its comment says; only worlds are to be closed by the caller. "A call
 * that changes a world" is any that takes it without const, refused ones too. Arrays of no items may be null.
 *
 * Threads. Calls that take a const world may run on several threads at once; any other call must be alone with its world.
 * Messages and problems are kept for each thread. There is no other state outside of worlds.
 *
 * Numbers. Not-a-number, infinity and what is out of range are refused. Ids of agents, groups and obstacles that are gone
 * or were never given are refused with FLOCKSTEP_NOT_FOUND. Structs that are given by value have a function that fills in
 * the usual: start from it, and a field that a later version adds has a sense too. */


#ifndef FLOCKSTEP_H
#define FLOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOCKSTEP_VERSION "0.1.0"

/**
 * It is done.
 */
#define FLOCKSTEP_OK 0

/**
 * A pointer is null that must not be.
 */
#define FLOCKSTEP_NULL 1

/**
 * A number, a length or a text is not one that is allowed.
 */
#define FLOCKSTEP_ARGUMENT 2

/**
 * There is no such scene, file, group, marker or obstacle, or the agent is gone.
 */
#define FLOCKSTEP_NOT_FOUND 3

/**
 * The scenario or the path has mistakes: see flockstep_problems.
 */
#define FLOCKSTEP_SCENARIO 4

/**
 * A file cannot be read.
 */
#define FLOCKSTEP_FILE 5

/**
 * The bytes are no snapshot of such a world.
 */
#define FLOCKSTEP_SNAPSHOT 6

/**
 * The caller's memory is too small for what it asks for.
 */
#define FLOCKSTEP_ROOM 7

/**
 * The edit takes a new world, and this one has begun.
 */
#define FLOCKSTEP_BEGUN 8

/**
 * A mistake in the library itself. A world that was being changed can only be closed from then on.
 */
#define FLOCKSTEP_PANIC 9

/**
 * An agent was eaten and is gone.
 */
#define FLOCKSTEP_CAPTURED 1

/**
 * An agent was eaten and born again: it keeps its id.
 */
#define FLOCKSTEP_REBORN 2

/**
 * Where agents are.
 */
#define FLOCKSTEP_POSITIONS 0

/**
 * How they move.
 */
#define FLOCKSTEP_VELOCITIES 1

/**
 * Where they point.
 */
#define FLOCKSTEP_HEADINGS 2

/**
 * What their behaviors asked for in the last step.
 */
#define FLOCKSTEP_STEERING 3

/**
 * Where they were before the last step.
 */
#define FLOCKSTEP_PREVIOUS_POSITIONS 4

/**
 * Where they pointed before the last step.
 */
#define FLOCKSTEP_PREVIOUS_HEADINGS 5

/**
 * The numbers of an agent side by side: x y x y, or x y z x y z.
 */
#define FLOCKSTEP_INTERLEAVED 0

/**
 * All x, then all y, then all z.
 */
#define FLOCKSTEP_BY_AXIS 1

/**
 * As in the columns. The order of rows changes with every step.
 */
#define FLOCKSTEP_ROW_ORDER 0

/**
 * The eldest first: an agent keeps its place as long as no other comes or goes.
 */
#define FLOCKSTEP_ID_ORDER 1

/**
 * The agent follows its behaviors again.
 */
#define FLOCKSTEP_RELEASE 0

/**
 * Go this way.
 */
#define FLOCKSTEP_DIRECTION 1

/**
 * A helm and an engine.
 */
#define FLOCKSTEP_HELM 2

/**
 * A ball, in two dimensions a disc: `a` is its centre.
 */
#define FLOCKSTEP_BALL 0

/**
 * A box along the axes: from the corner `a` to the corner `b`.
 */
#define FLOCKSTEP_BOX 1

/**
 * All points nearer to the segment from `a` to `b` than `radius`.
 */
#define FLOCKSTEP_CAPSULE 2

/**
 * A thin wall from `a` to `b`.
 */
#define FLOCKSTEP_SEGMENT 3

/**
 * A convex polygon, in two dimensions: `points`.
 */
#define FLOCKSTEP_POLYGON 4

/**
 * Everything behind a plane: `a` is a point of it, `b` where its free side is.
 */
#define FLOCKSTEP_PLANE 5

/**
 * A world, of two or three dimensions. Close it with flockstep_world_close.
 *
 * Threads: calls that take a `const` world may run on several threads at once; any other call must be alone with its
 * world. Different worlds have nothing in common.
 */
typedef struct flockstep_world flockstep_world;

/**
 * A mistake in a scenario or in a path. The texts belong to the library, as long as the list of problems.
 */
typedef struct flockstep_problem {
  /**
   * The file's name, "scenario" for a text, or the setting that was wrong.
   */
  const char *source;
  /**
   * The line, from 1.
   */
  uint32_t line;
  /**
   * The column in characters, from 1.
   */
  uint32_t column;
  /**
   * The path of the key, as flockstep_world_set takes it; empty for a mistake of syntax.
   */
  const char *path;
  /**
   * What was found.
   */
  const char *found;
  /**
   * What is allowed.
   */
  const char *allowed;
  /**
   * What was probably meant, or null.
   */
  const char *did_you_mean;
} flockstep_problem;

/**
 * A setting to open a world with, as of the command line's `--set path=value`.
 */
typedef struct flockstep_setting {
  /**
   * Where: "groups.bluegill.body.max_speed".
   */
  const char *path;
  /**
   * A TOML value or a word: "9".
   */
  const char *value;
} flockstep_setting;

/**
 * How to open a world; see flockstep_options_default.
 */
typedef struct flockstep_options {
  /**
   * Settings that replace those of the scenario; null if there are none. Read during the call only.
   */
  const struct flockstep_setting *settings;
  /**
   * How many.
   */
  size_t setting_count;
  /**
   * Threads that move the agents: 1 is the calling one alone, 0 is one per core. The motion does not depend on it.
   */
  uint32_t threads;
} flockstep_options;

/**
 * What flockstep_world_advance did.
 */
typedef struct flockstep_advance {
  /**
   * Steps made.
   */
  uint32_t steps;
  /**
   * How far the time left over reaches into the next step, from 0 to 1: draw at
   * previous + (position - previous) * fraction.
   */
  float fraction;
  /**
   * Seconds given up because the world could not keep pace.
   */
  double skipped;
} flockstep_advance;

/**
 * An agent. Zero is none. Ids are never given again: that of an agent that is gone is refused, not mistaken for
 * another. (Files and other front ends show the number that is one less.)
 */
typedef struct flockstep_agent {
  /**
   * Zero is none.
   */
  uint32_t id;
} flockstep_agent;

/**
 * Something that happened.
 */
typedef struct flockstep_event {
  /**
   * FLOCKSTEP_CAPTURED or FLOCKSTEP_REBORN.
   */
  int kind;
  /**
   * To whom.
   */
  struct flockstep_agent agent;
  /**
   * By whom.
   */
  struct flockstep_agent by;
} flockstep_event;

/**
 * One number for each agent and axis, in the order of rows: `x[i], y[i], z[i]` are of the agent `ids[i]`. They belong
 * to the world and stay until the next call that changes it.
 */
typedef struct flockstep_columns {
  /**
   * Along x; null if there are no agents.
   */
  const float *x;
  /**
   * Along y; null if there are no agents.
   */
  const float *y;
  /**
   * Along z; null in a world of two dimensions or if there are no agents.
   */
  const float *z;
  /**
   * How many agents.
   */
  size_t count;
} flockstep_columns;

/**
 * A group. Zero is none; a world's groups are numbered from 1 in the order of its scenario.
 */
typedef struct flockstep_group {
  /**
   * Zero is none.
   */
  uint32_t id;
} flockstep_group;

/**
 * What to copy, and how; see flockstep_copy_default.
 */
typedef struct flockstep_copy {
  /**
   * FLOCKSTEP_POSITIONS and so on.
   */
  int column;
  /**
   * FLOCKSTEP_INTERLEAVED or FLOCKSTEP_BY_AXIS.
   */
  int layout;
  /**
   * FLOCKSTEP_ROW_ORDER or FLOCKSTEP_ID_ORDER.
   */
  int order;
} flockstep_copy;

/**
 * A place, a velocity or a direction. In a world of two dimensions z is 0: anything else is refused.
 */
typedef struct flockstep_vector {
  /**
   * Along the first axis.
   */
  float x;
  /**
   * Along the second axis; up, in three dimensions.
   */
  float y;
  /**
   * Along the third axis.
   */
  float z;
} flockstep_vector;

/**
 * One agent.
 */
typedef struct flockstep_state {
  /**
   * Its id.
   */
  struct flockstep_agent agent;
  /**
   * Its group.
   */
  struct flockstep_group group;
  /**
   * Where it is.
   */
  struct flockstep_vector position;
  /**
   * How it moves.
   */
  struct flockstep_vector velocity;
  /**
   * Where it points; of length 1.
   */
  struct flockstep_vector heading;
  /**
   * What its behaviors asked for in the last step.
   */
  struct flockstep_vector steering;
} flockstep_state;

/**
 * A player's hand on an agent; see flockstep_control_default.
 */
typedef struct flockstep_control {
  /**
   * FLOCKSTEP_RELEASE, FLOCKSTEP_DIRECTION or FLOCKSTEP_HELM.
   */
  int kind;
  /**
   * FLOCKSTEP_DIRECTION: go this way; a length of 1 is full speed.
   */
  struct flockstep_vector direction;
  /**
   * FLOCKSTEP_HELM: from -1 (hard to port) to 1 (hard to starboard).
   */
  float helm;
  /**
   * FLOCKSTEP_HELM: from -1 (down) to 1 (up); only in three dimensions.
   */
  float pitch;
  /**
   * FLOCKSTEP_HELM: from 0 (adrift) to 1 (full ahead).
   */
  float thrust;
} flockstep_control;

/**
 * Something solid; see flockstep_obstacle_default.
 */
typedef struct flockstep_obstacle {
  /**
   * FLOCKSTEP_BALL and so on.
   */
  int kind;
  /**
   * The ball's centre; the box's least corner; one end of a capsule or segment; a point of the plane.
   */
  struct flockstep_vector a;
  /**
   * The box's greatest corner; the other end; where the plane's free side is.
   */
  struct flockstep_vector b;
  /**
   * Of a ball or capsule.
   */
  float radius;
  /**
   * The corners of a convex polygon, in two dimensions. Read during the call only.
   */
  const struct flockstep_vector *points;
  /**
   * How many.
   */
  size_t point_count;
} flockstep_obstacle;

/**
 * An obstacle of a world. Zero is none.
 */
typedef struct flockstep_obstacle_id {
  /**
   * Zero is none.
   */
  uint32_t id;
} flockstep_obstacle_id;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What was wrong with the last call of this thread that returned a code other than FLOCKSTEP_OK; an empty text if
 * there was none. The text belongs to the library and stays until the next call of this thread that fails.
 */
const char *flockstep_error_message(void);

/**
 * The mistakes that made the last failed call of this thread return FLOCKSTEP_SCENARIO: how many, and in `out` (unless
 * it is null) where they begin. They belong to the library and stay until the next call of this thread that fails.
 */
size_t flockstep_problems(const struct flockstep_problem **out);

/**
 * The version of the library, such as "0.1.0"; the header's is FLOCKSTEP_VERSION. The text is never freed.
 */
const char *flockstep_version(void);

/**
 * The name of a scene of the gallery, in the order of names; null if there are not so many. The text is never freed.
 */
const char *flockstep_scene_name(size_t index);

/**
 * No settings of its own, the calling thread alone.
 */
struct flockstep_options flockstep_options_default(void);

/**
 * Opens a world: by the name of a scene of the gallery ("school"), by the path of a scenario file, or from the text of
 * a scenario, which is what has a line break in it. A file wins over a scene of the same name. All texts are UTF-8.
 *
 * On success `*out` is the world, to be closed by the caller; otherwise it is null.
 */
int flockstep_world_open(const char *scenario, struct flockstep_world **out);

/**
 * The same with settings that replace those of the scenario, and threads.
 */
int flockstep_world_open_with(const char *scenario, struct flockstep_options options, struct flockstep_world **out);

/**
 * Closes a world that was opened or cloned, once: it and what it handed out are gone then. Null is allowed and does
 * nothing.
 */
void flockstep_world_close(struct flockstep_world *world);

/**
 * The same world once more, to go its own way. On success `*out` is the copy, to be closed by the caller; otherwise it
 * is null. The copy shares the threads.
 */
int flockstep_world_clone(const struct flockstep_world *world, struct flockstep_world **out);

/**
 * Begins anew, with the settings as they are.
 */
int flockstep_world_restart(struct flockstep_world *world);

/**
 * Sets a value by its path, as the command line's `--set` does: "groups.bluegill.body.max_speed", "9". `value` is a
 * TOML value or a word. A world that is as it was opened becomes what it would have been with this value, its agents
 * placed anew; any other goes on with it. On an error nothing has changed.
 */
int flockstep_world_set(struct flockstep_world *world, const char *path, const char *value);

/**
 * Uses so many threads from now on: 1 is the calling one alone, 0 is one per core. The motion does not depend on it.
 */
int flockstep_world_set_threads(struct flockstep_world *world, uint32_t threads);

/**
 * The number of threads in use; 0 if the world is null.
 */
uint32_t flockstep_world_threads(const struct flockstep_world *world);

/**
 * A hash of every agent and of the step count: equal worlds have equal hashes, on any machine and from any language.
 * 0 if the world is null.
 */
uint64_t flockstep_world_hash(const struct flockstep_world *world);

/**
 * How many agents there are; 0 if the world is null.
 */
size_t flockstep_world_count(const struct flockstep_world *world);

/**
 * 2 or 3; 0 if the world is null.
 */
uint32_t flockstep_world_dimensions(const struct flockstep_world *world);

/**
 * Steps made so far; 0 if the world is null.
 */
uint64_t flockstep_world_steps(const struct flockstep_world *world);

/**
 * Seconds of the world's own time: steps times the time step; 0 if the world is null.
 */
double flockstep_world_time(const struct flockstep_world *world);

/**
 * The length of a step in seconds; 0 if the world is null.
 */
float flockstep_world_time_step(const struct flockstep_world *world);

/**
 * Moves everyone by `n` time steps.
 */
int flockstep_world_step(struct flockstep_world *world, uint32_t n);

/**
 * Makes as many steps as fit into the elapsed seconds, at most `most`, and keeps the rest for next time: for a game
 * loop. `out` may be null.
 */
int flockstep_world_advance(struct flockstep_world *world,
                            double elapsed,
                            uint32_t most,
                            struct flockstep_advance *out);

/**
 * Works out everyone's steering and moves nobody: for agents whose bodies belong to a physics engine. Feed their
 * positions and velocities with flockstep_world_feed, call this, and take the steering with flockstep_world_steering
 * or flockstep_world_steering_of. It counts as a step.
 */
int flockstep_world_steer(struct flockstep_world *world);

/**
 * What happened in the last call of flockstep_world_step, _advance or _steer. The events belong to the world and stay
 * until the next call that changes it; `*events` is null if there are none.
 */
int flockstep_world_events(const struct flockstep_world *world, const struct flockstep_event **events, size_t *count);

/**
 * Where agents are.
 */
int flockstep_world_positions(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * How agents move.
 */
int flockstep_world_velocities(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * Where agents point; directions of length 1.
 */
int flockstep_world_headings(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * What the behaviors of agents asked for in the last step, before the limits of their bodies.
 */
int flockstep_world_steering(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * Where agents were before the last step, to interpolate from.
 */
int flockstep_world_previous_positions(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * Where agents pointed before the last step, to interpolate from.
 */
int flockstep_world_previous_headings(const struct flockstep_world *world, struct flockstep_columns *out);

/**
 * The ids of the agents, in the order of rows. They belong to the world and stay until the next call that changes it;
 * `*ids` is null if there are none.
 */
int flockstep_world_ids(const struct flockstep_world *world, const struct flockstep_agent **ids, size_t *count);

/**
 * The groups of the agents, in the order of rows. They belong to the world and stay until the next call that changes
 * it; `*groups` is null if there are no agents.
 */
int flockstep_world_groups(const struct flockstep_world *world, const struct flockstep_group **groups, size_t *count);

/**
 * Positions, interleaved, in the order of rows.
 */
struct flockstep_copy flockstep_copy_default(void);

/**
 * Copies numbers of all agents into the caller's memory, which has `room` floats: at least the count of agents times
 * the number of dimensions.
 */
int flockstep_world_copy(const struct flockstep_world *world, struct flockstep_copy copy, float *into, size_t room);

/**
 * Copies the ids of all agents into the caller's memory, which has room for `room` of them, in FLOCKSTEP_ROW_ORDER or
 * FLOCKSTEP_ID_ORDER.
 */
int flockstep_world_copy_ids(const struct flockstep_world *world, int order, struct flockstep_agent *into, size_t room);

/**
 * Copies the groups of all agents, as flockstep_world_copy_ids does.
 */
int flockstep_world_copy_groups(const struct flockstep_world *world,
                                int order,
                                struct flockstep_group *into,
                                size_t room);

/**
 * The group of this name.
 */
int flockstep_world_group(const struct flockstep_world *world, const char *name, struct flockstep_group *out);

/**
 * Copies the name of a group and a zero into the caller's memory, which has `room` bytes. `*size` is how many bytes it
 * takes, the zero included. To ask for the size alone, `into` may be null.
 */
int flockstep_world_group_name(const struct flockstep_world *world,
                               struct flockstep_group group,
                               char *into,
                               size_t room,
                               size_t *size);

/**
 * How many agents of a group there are; 0 if there is no such group.
 */
size_t flockstep_world_group_count(const struct flockstep_world *world, struct flockstep_group group);

/**
 * One agent, in constant time.
 */
int flockstep_world_agent(const struct flockstep_world *world,
                          struct flockstep_agent agent,
                          struct flockstep_state *out);

/**
 * Whether an agent lives; false if the world is null.
 */
bool flockstep_world_contains(const struct flockstep_world *world, struct flockstep_agent agent);

/**
 * Puts an agent into the world. `out`, which may be null, gets its id.
 */
int flockstep_world_spawn(struct flockstep_world *world,
                          struct flockstep_group group,
                          struct flockstep_vector position,
                          struct flockstep_vector velocity,
                          struct flockstep_agent *out);

/**
 * Puts `count` agents of a group where its `place` says. Their ids follow one another; `first`, which may be null,
 * gets the first (none if `count` is 0).
 */
int flockstep_world_populate(struct flockstep_world *world,
                             struct flockstep_group group,
                             uint32_t count,
                             struct flockstep_agent *first);

/**
 * Takes an agent out of the world.
 */
int flockstep_world_despawn(struct flockstep_world *world, struct flockstep_agent agent);

/**
 * Gives an agent back to its behaviors.
 */
struct flockstep_control flockstep_control_default(void);

/**
 * Lets a player steer an agent in place of its behaviors, until it is released.
 */
int flockstep_world_control(struct flockstep_world *world, struct flockstep_agent agent, struct flockstep_control hand);

/**
 * Adds to an agent's velocity: a blast, a cannon.
 */
int flockstep_world_push(struct flockstep_world *world, struct flockstep_agent agent, struct flockstep_vector velocity);

/**
 * Tells where `count` agents are and how they move: for bodies that another program moves. Positions and velocities
 * are interleaved, as many numbers an agent as the world has dimensions. On an error no agent is changed.
 */
int flockstep_world_feed(struct flockstep_world *world,
                         const struct flockstep_agent *agents,
                         const float *positions,
                         const float *velocities,
                         size_t count);

/**
 * Copies the steering of `count` agents into the caller's memory, which has `room` floats: interleaved, in the order
 * of `agents`. On an error nothing is written.
 */
int flockstep_world_steering_of(const struct flockstep_world *world,
                                const struct flockstep_agent *agents,
                                size_t count,
                                float *into,
                                size_t room);

/**
 * Moves a marker, which behaviors can go to; adds it if there is none of this name.
 */
int flockstep_world_marker(struct flockstep_world *world, const char *name, struct flockstep_vector position);

/**
 * Where a marker is.
 */
int flockstep_world_marker_position(const struct flockstep_world *world,
                                    const char *name,
                                    struct flockstep_vector *out);

/**
 * Removes a marker that no behavior names.
 */
int flockstep_world_marker_remove(struct flockstep_world *world, const char *name);

/**
 * The agents that follow a flow field from where there is no way to its goal: they stop. The ids belong to the world
 * and stay until the next call that changes it; `*agents` is null if there are none.
 */
int flockstep_world_stranded(const struct flockstep_world *world, const struct flockstep_agent **agents, size_t *count);

/**
 * A ball of radius 1 at the origin.
 */
struct flockstep_obstacle flockstep_obstacle_default(void);

/**
 * Adds an obstacle. `out`, which may be null, gets its id.
 */
int flockstep_world_obstacle_add(struct flockstep_world *world,
                                 struct flockstep_obstacle obstacle,
                                 struct flockstep_obstacle_id *out);

/**
 * Replaces an obstacle. It goes on moving as it did.
 */
int flockstep_world_obstacle_set(struct flockstep_world *world,
                                 struct flockstep_obstacle_id id,
                                 struct flockstep_obstacle obstacle);

/**
 * Moves the centre of an obstacle (of a plane the point `a`) to a place, at once.
 */
int flockstep_world_obstacle_move(struct flockstep_world *world,
                                  struct flockstep_obstacle_id id,
                                  struct flockstep_vector position);

/**
 * Has an obstacle move at a velocity from now on; zero makes it stay.
 */
int flockstep_world_obstacle_velocity(struct flockstep_world *world,
                                      struct flockstep_obstacle_id id,
                                      struct flockstep_vector velocity);

/**
 * Removes an obstacle. The ids of the others stay.
 */
int flockstep_world_obstacle_remove(struct flockstep_world *world, struct flockstep_obstacle_id id);

/**
 * Where the centre of an obstacle is.
 */
int flockstep_world_obstacle_position(const struct flockstep_world *world,
                                      struct flockstep_obstacle_id id,
                                      struct flockstep_vector *out);

/**
 * The obstacles, in the order they were added: those of the scenario first. The ids belong to the world and stay until
 * the next call that changes it; `*ids` is null if there are none.
 */
int flockstep_world_obstacles(const struct flockstep_world *world,
                              const struct flockstep_obstacle_id **ids,
                              size_t *count);

/**
 * Copies the whole world into the caller's memory, which has `room` bytes: for rollback, saved games and checkpoints.
 * `*size` is how many bytes it takes. To ask for the size alone, `into` may be null; the bytes are worked out once.
 */
int flockstep_world_snapshot(const struct flockstep_world *world, void *into, size_t room, size_t *size);

/**
 * Puts the world back to a snapshot of it: it goes on bit for bit as it did then. On an error it stays as it is.
 */
int flockstep_world_restore(struct flockstep_world *world, const void *bytes, size_t size);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FLOCKSTEP_H */
