/* Every function with null, wrong sizes, ids of agents that are gone, and numbers that are none. Nothing changes. */
#include "check.h"
#include <math.h>

#define NULLED(call) REFUSED(call, FLOCKSTEP_NULL, "null")

static flockstep_world *world;
static const flockstep_vector origin = {0, 0, 0}, deep = {1, 1, 1};
static const flockstep_group birds = {1}, nobodies = {0}, strangers = {77};
static const flockstep_agent nobody = {0}, never = {123456}, last = {UINT32_MAX};
static flockstep_agent one = {1}, gone = {3};

static const char *const WRONG = "dimensions = 2\n[[groups]]\nname = 'birds'\ncuont = 5\n";

static void opening(void) {
    flockstep_world *out = (flockstep_world *)&out;
    flockstep_options options = flockstep_options_default();
    flockstep_setting setting = {NULL, "1"};
    const flockstep_problem *problem = NULL;
    const char wild[] = "\n\xff\xfe broken";
    REFUSED(flockstep_world_open(NULL, &out), FLOCKSTEP_NULL, "scenario");
    CHECK(out == NULL);
    REFUSED(flockstep_world_open("seek", NULL), FLOCKSTEP_NULL, "out");
    REFUSED(flockstep_world_open("schol", &out), FLOCKSTEP_NOT_FOUND, "did you mean \"school\"");
    REFUSED(flockstep_world_open("", &out), FLOCKSTEP_NOT_FOUND, "no file");
    REFUSED(flockstep_world_open(wild, &out), FLOCKSTEP_ARGUMENT, "UTF-8");
    REFUSED(flockstep_world_open("/", &out), FLOCKSTEP_FILE, "cannot read");
    CHECK(flockstep_problems(&problem) == 0 && problem == NULL);
    REFUSED(flockstep_world_open(WRONG, &out), FLOCKSTEP_SCENARIO, "count");
    CHECK(flockstep_problems(NULL) == 1 && flockstep_problems(&problem) == 1);
    CHECK(problem && problem->line == 4 && problem->column == 1 && !strcmp(problem->path, "groups.birds.cuont"));
    CHECK(problem && !strcmp(problem->did_you_mean, "count") && !strcmp(problem->source, "scenario"));
    CHECK(problem && strlen(problem->found) && strlen(problem->allowed));
    options.threads = 100000;
    REFUSED(flockstep_world_open_with("seek", options, &out), FLOCKSTEP_ARGUMENT, "threads");
    options = flockstep_options_default(), options.setting_count = 1;
    REFUSED(flockstep_world_open_with("seek", options, &out), FLOCKSTEP_NULL, "settings");
    options.settings = &setting;
    REFUSED(flockstep_world_open_with("seek", options, &out), FLOCKSTEP_NULL, "path");
    setting.path = "seed", setting.value = "many";
    REFUSED(flockstep_world_open_with("seek", options, &out), FLOCKSTEP_SCENARIO, "seed");
    options.setting_count = SIZE_MAX;
    REFUSED(flockstep_world_open_with("seek", options, &out), FLOCKSTEP_ARGUMENT, "settings");
    CHECK(out == NULL);
}

/* Functions of a world alone. */
static void nulls(void) {
    flockstep_world *out = (flockstep_world *)&out;
    CHECK(flockstep_world_clone(NULL, &out) == FLOCKSTEP_NULL && out == NULL);
    NULLED(flockstep_world_clone(world, NULL));
    NULLED(flockstep_world_restart(NULL));
    NULLED(flockstep_world_step(NULL, 1));
    NULLED(flockstep_world_steer(NULL));
    CHECK(flockstep_world_hash(NULL) == 0 && flockstep_world_count(NULL) == 0 && flockstep_world_dimensions(NULL) == 0);
    CHECK(flockstep_world_steps(NULL) == 0 && flockstep_world_time(NULL) == 0 && flockstep_world_time_step(NULL) == 0);
    CHECK(flockstep_world_threads(NULL) == 0 && !flockstep_world_contains(NULL, one));
    CHECK(flockstep_world_group_count(NULL, birds) == 0);
    flockstep_world_close(NULL);
    REFUSED(flockstep_world_set(NULL, "seed", "1"), FLOCKSTEP_NULL, "world");
    REFUSED(flockstep_world_set(world, NULL, "1"), FLOCKSTEP_NULL, "path");
    REFUSED(flockstep_world_set(world, "seed", NULL), FLOCKSTEP_NULL, "value");
    REFUSED(flockstep_world_set(world, "groups.brids.count", "1"), FLOCKSTEP_SCENARIO, "did you mean birds");
    REFUSED(flockstep_world_set(world, "", ""), FLOCKSTEP_SCENARIO, "");
    REFUSED(flockstep_world_set(world, "groups.birds.body.max_speed", "nan"), FLOCKSTEP_SCENARIO, "max_speed");
    CHECK(flockstep_problems(NULL) > 0);
    NULLED(flockstep_world_set_threads(NULL, 1));
    REFUSED(flockstep_world_set_threads(world, UINT32_MAX), FLOCKSTEP_ARGUMENT, "threads");
    NULLED(flockstep_world_advance(NULL, 1, 1, NULL));
    REFUSED(flockstep_world_advance(world, NAN, 1, NULL), FLOCKSTEP_ARGUMENT, "elapsed");
    REFUSED(flockstep_world_advance(world, INFINITY, 1, NULL), FLOCKSTEP_ARGUMENT, "elapsed");
    REFUSED(flockstep_world_advance(world, -1, 1, NULL), FLOCKSTEP_ARGUMENT, "elapsed");
}

static void lists(void) {
    typedef int read_columns(const flockstep_world *, flockstep_columns *);
    read_columns *const all[] = {
        flockstep_world_positions, flockstep_world_velocities, flockstep_world_headings, flockstep_world_steering,
        flockstep_world_previous_positions, flockstep_world_previous_headings,
    };
    flockstep_columns columns;
    flockstep_copy copy = flockstep_copy_default();
    const flockstep_agent *agents;
    const flockstep_group *groups;
    const flockstep_event *events;
    const flockstep_obstacle_id *obstacles;
    flockstep_agent ids[8];
    flockstep_group members[8];
    float numbers[16];
    size_t count, i;
    for (i = 0; i < 6; i++) {
        NULLED(all[i](NULL, &columns));
        NULLED(all[i](world, NULL));
    }
    NULLED(flockstep_world_ids(NULL, &agents, &count));
    NULLED(flockstep_world_ids(world, NULL, &count));
    NULLED(flockstep_world_ids(world, &agents, NULL));
    NULLED(flockstep_world_groups(NULL, &groups, &count));
    NULLED(flockstep_world_groups(world, NULL, &count));
    NULLED(flockstep_world_groups(world, &groups, NULL));
    NULLED(flockstep_world_events(NULL, &events, &count));
    NULLED(flockstep_world_events(world, NULL, &count));
    NULLED(flockstep_world_events(world, &events, NULL));
    NULLED(flockstep_world_stranded(NULL, &agents, &count));
    NULLED(flockstep_world_stranded(world, NULL, &count));
    NULLED(flockstep_world_stranded(world, &agents, NULL));
    NULLED(flockstep_world_obstacles(NULL, &obstacles, &count));
    NULLED(flockstep_world_obstacles(world, NULL, &count));
    NULLED(flockstep_world_obstacles(world, &obstacles, NULL));
    NULLED(flockstep_world_copy(NULL, copy, numbers, 16));
    REFUSED(flockstep_world_copy(world, copy, NULL, 16), FLOCKSTEP_NULL, "into");
    REFUSED(flockstep_world_copy(world, copy, NULL, 0), FLOCKSTEP_ROOM, "needed");
    REFUSED(flockstep_world_copy(world, copy, numbers, flockstep_world_count(world) * 2 - 1), FLOCKSTEP_ROOM, "needed");
    REFUSED(flockstep_world_copy(world, copy, numbers, SIZE_MAX), FLOCKSTEP_ARGUMENT, "into");
    REFUSED(flockstep_world_copy(world, copy, (float *)((char *)numbers + 1), 8), FLOCKSTEP_ARGUMENT, "into");
    copy.column = 6;
    REFUSED(flockstep_world_copy(world, copy, numbers, 16), FLOCKSTEP_ARGUMENT, "column");
    copy.column = 0, copy.layout = -1;
    REFUSED(flockstep_world_copy(world, copy, numbers, 16), FLOCKSTEP_ARGUMENT, "layout");
    copy.layout = 0, copy.order = 2;
    REFUSED(flockstep_world_copy(world, copy, numbers, 16), FLOCKSTEP_ARGUMENT, "order");
    NULLED(flockstep_world_copy_ids(NULL, 0, ids, 8));
    NULLED(flockstep_world_copy_groups(NULL, 0, members, 8));
    REFUSED(flockstep_world_copy_ids(world, 0, ids, 1), FLOCKSTEP_ROOM, "needed");
    REFUSED(flockstep_world_copy_ids(world, 7, ids, 8), FLOCKSTEP_ARGUMENT, "order");
    REFUSED(flockstep_world_copy_ids(world, 0, NULL, 8), FLOCKSTEP_NULL, "into");
    REFUSED(flockstep_world_copy_groups(world, 0, members, 1), FLOCKSTEP_ROOM, "needed");
    REFUSED(flockstep_world_copy_groups(world, 7, members, 8), FLOCKSTEP_ARGUMENT, "order");
    REFUSED(flockstep_world_copy_groups(world, 0, NULL, 8), FLOCKSTEP_NULL, "into");
}

/* Every function that takes one agent or group, with none, a stranger, and one that is gone. */
static void ids(void) {
    const flockstep_agent wrong[4] = {nobody, never, last, gone};
    const flockstep_group groups[2] = {nobodies, strangers};
    const float two[2] = {1, 1};
    flockstep_control hand = flockstep_control_default();
    flockstep_state state;
    flockstep_group group;
    float numbers[2];
    char name[8];
    size_t size = 0, i;
    for (i = 0; i < 4; i++) {
        CHECK(!flockstep_world_contains(world, wrong[i]));
        REFUSED(flockstep_world_agent(world, wrong[i], &state), FLOCKSTEP_NOT_FOUND, "agent");
        REFUSED(flockstep_world_despawn(world, wrong[i]), FLOCKSTEP_NOT_FOUND, "agent");
        REFUSED(flockstep_world_push(world, wrong[i], origin), FLOCKSTEP_NOT_FOUND, "agent");
        REFUSED(flockstep_world_control(world, wrong[i], hand), FLOCKSTEP_NOT_FOUND, "agent");
        REFUSED(flockstep_world_feed(world, &wrong[i], two, two, 1), FLOCKSTEP_NOT_FOUND, "agent");
        REFUSED(flockstep_world_steering_of(world, &wrong[i], 1, numbers, 2), FLOCKSTEP_NOT_FOUND, "agent");
    }
    for (i = 0; i < 2; i++) {
        CHECK(flockstep_world_group_count(world, groups[i]) == 0);
        REFUSED(flockstep_world_group_name(world, groups[i], name, 8, &size), FLOCKSTEP_NOT_FOUND, "group");
        REFUSED(flockstep_world_spawn(world, groups[i], origin, origin, NULL), FLOCKSTEP_NOT_FOUND, "group");
        REFUSED(flockstep_world_populate(world, groups[i], 1, NULL), FLOCKSTEP_NOT_FOUND, "group");
    }
    NULLED(flockstep_world_agent(NULL, one, &state));
    NULLED(flockstep_world_agent(world, one, NULL));
    NULLED(flockstep_world_group(NULL, "birds", &group));
    NULLED(flockstep_world_group(world, NULL, &group));
    NULLED(flockstep_world_group(world, "birds", NULL));
    REFUSED(flockstep_world_group(world, "fish", &group), FLOCKSTEP_NOT_FOUND, "birds");
    NULLED(flockstep_world_group_name(NULL, birds, name, 8, &size));
    NULLED(flockstep_world_group_name(world, birds, name, 8, NULL));
    REFUSED(flockstep_world_group_name(world, birds, name, 5, &size), FLOCKSTEP_ROOM, "needed is 6");
    CHECK(size == 6);
    NULLED(flockstep_world_spawn(NULL, birds, origin, origin, NULL));
    NULLED(flockstep_world_populate(NULL, birds, 1, NULL));
    NULLED(flockstep_world_despawn(NULL, one));
    REFUSED(flockstep_world_populate(world, birds, UINT32_MAX, NULL), FLOCKSTEP_ARGUMENT, "too many");
    CHECK(flockstep_world_populate(world, birds, 0, &one) == FLOCKSTEP_OK && one.id == 0);
    one.id = 1;
}

/* Every function that takes numbers, with such as are none, too large or too many. */
static void numbers(void) {
    const float wild[4] = {NAN, INFINITY, -INFINITY, 3e38f};
    flockstep_control hand = flockstep_control_default();
    float fed[2] = {1, 1}, fine[2] = {1, 1}, into[2];
    size_t i;
    for (i = 0; i < 4; i++) {
        flockstep_vector bad = {0, 0, 0};
        bad.y = wild[i];
        fed[1] = wild[i];
        REFUSED(flockstep_world_spawn(world, birds, bad, origin, NULL), FLOCKSTEP_ARGUMENT, "position");
        REFUSED(flockstep_world_spawn(world, birds, origin, bad, NULL), FLOCKSTEP_ARGUMENT, "velocity");
        REFUSED(flockstep_world_push(world, one, bad), FLOCKSTEP_ARGUMENT, "velocity");
        REFUSED(flockstep_world_feed(world, &one, fed, fine, 1), FLOCKSTEP_ARGUMENT, "position");
        REFUSED(flockstep_world_feed(world, &one, fine, fed, 1), FLOCKSTEP_ARGUMENT, "velocity");
        if (i == 3) break;
        REFUSED(flockstep_world_marker(world, "flag", bad), FLOCKSTEP_ARGUMENT, "marker");
        hand.kind = FLOCKSTEP_DIRECTION, hand.direction = bad;
        REFUSED(flockstep_world_control(world, one, hand), FLOCKSTEP_ARGUMENT, "control");
        hand.kind = FLOCKSTEP_HELM, hand.thrust = wild[i];
        REFUSED(flockstep_world_control(world, one, hand), FLOCKSTEP_ARGUMENT, "control");
    }
    hand.kind = 99;
    REFUSED(flockstep_world_control(world, one, hand), FLOCKSTEP_ARGUMENT, "FLOCKSTEP_HELM");
    NULLED(flockstep_world_control(NULL, one, hand));
    NULLED(flockstep_world_push(NULL, one, origin));
    REFUSED(flockstep_world_spawn(world, birds, deep, origin, NULL), FLOCKSTEP_ARGUMENT, "two dimensions");
    REFUSED(flockstep_world_spawn(world, birds, origin, deep, NULL), FLOCKSTEP_ARGUMENT, "two dimensions");
    REFUSED(flockstep_world_push(world, one, deep), FLOCKSTEP_ARGUMENT, "two dimensions");
    NULLED(flockstep_world_feed(NULL, &one, fine, fine, 1));
    CHECK(flockstep_world_feed(world, NULL, NULL, NULL, 0) == FLOCKSTEP_OK);
    REFUSED(flockstep_world_feed(world, NULL, fine, fine, 1), FLOCKSTEP_NULL, "agents");
    REFUSED(flockstep_world_feed(world, &one, NULL, fine, 1), FLOCKSTEP_NULL, "positions");
    REFUSED(flockstep_world_feed(world, &one, fine, NULL, 1), FLOCKSTEP_NULL, "velocities");
    REFUSED(flockstep_world_feed(world, &one, fine, fine, SIZE_MAX), FLOCKSTEP_ARGUMENT, "count");
    REFUSED(flockstep_world_feed(world, &one, fine, fine, SIZE_MAX / 4), FLOCKSTEP_ARGUMENT, "agents");
    NULLED(flockstep_world_steering_of(NULL, &one, 1, into, 2));
    REFUSED(flockstep_world_steering_of(world, NULL, 1, into, 2), FLOCKSTEP_NULL, "agents");
    REFUSED(flockstep_world_steering_of(world, &one, 1, NULL, 2), FLOCKSTEP_NULL, "into");
    REFUSED(flockstep_world_steering_of(world, &one, 1, into, 1), FLOCKSTEP_ROOM, "needed is 2");
    REFUSED(flockstep_world_steering_of(world, &one, SIZE_MAX, into, 2), FLOCKSTEP_ARGUMENT, "count");
}

static void scenery(void) {
    const flockstep_obstacle_id none = {0}, stranger = {99};
    const flockstep_vector bad = {NAN, 0, 0};
    flockstep_obstacle shape = flockstep_obstacle_default();
    flockstep_obstacle_id id = {0};
    flockstep_vector at;
    int kind;
    NULLED(flockstep_world_marker(NULL, "flag", origin));
    NULLED(flockstep_world_marker_remove(NULL, "flag"));
    REFUSED(flockstep_world_marker(world, NULL, origin), FLOCKSTEP_NULL, "name");
    REFUSED(flockstep_world_marker(world, "flag", deep), FLOCKSTEP_ARGUMENT, "two dimensions");
    REFUSED(flockstep_world_marker_remove(world, NULL), FLOCKSTEP_NULL, "name");
    REFUSED(flockstep_world_marker_remove(world, "no such"), FLOCKSTEP_NOT_FOUND, "no such");
    NULLED(flockstep_world_marker_position(NULL, "flag", &at));
    NULLED(flockstep_world_marker_position(world, NULL, &at));
    NULLED(flockstep_world_marker_position(world, "flag", NULL));
    REFUSED(flockstep_world_marker_position(world, "flag", &at), FLOCKSTEP_NOT_FOUND, "flag");
    NULLED(flockstep_world_obstacle_add(NULL, shape, &id));
    for (kind = FLOCKSTEP_BALL; kind <= FLOCKSTEP_PLANE; kind++) {
        shape = flockstep_obstacle_default(), shape.kind = kind, shape.a = bad;
        REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_ARGUMENT, "");
        shape.a = deep, shape.b = deep;
        REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_ARGUMENT, "");
    }
    shape = flockstep_obstacle_default(), shape.radius = -1;
    REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_ARGUMENT, "radius");
    shape.kind = FLOCKSTEP_POLYGON, shape.point_count = 3;
    REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_NULL, "points");
    shape.points = &origin, shape.point_count = SIZE_MAX;
    REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_ARGUMENT, "points");
    shape.kind = 6;
    REFUSED(flockstep_world_obstacle_add(world, shape, &id), FLOCKSTEP_ARGUMENT, "FLOCKSTEP_PLANE");
    CHECK(id.id == 0);
    shape = flockstep_obstacle_default();
    NULLED(flockstep_world_obstacle_set(NULL, stranger, shape));
    NULLED(flockstep_world_obstacle_remove(NULL, stranger));
    NULLED(flockstep_world_obstacle_move(NULL, stranger, origin));
    NULLED(flockstep_world_obstacle_velocity(NULL, stranger, origin));
    NULLED(flockstep_world_obstacle_position(NULL, stranger, &at));
    NULLED(flockstep_world_obstacle_position(world, stranger, NULL));
    REFUSED(flockstep_world_obstacle_set(world, none, shape), FLOCKSTEP_NOT_FOUND, "obstacle");
    REFUSED(flockstep_world_obstacle_set(world, stranger, shape), FLOCKSTEP_NOT_FOUND, "obstacle 99");
    REFUSED(flockstep_world_obstacle_move(world, stranger, origin), FLOCKSTEP_NOT_FOUND, "obstacle 99");
    REFUSED(flockstep_world_obstacle_velocity(world, stranger, origin), FLOCKSTEP_NOT_FOUND, "obstacle 99");
    REFUSED(flockstep_world_obstacle_remove(world, stranger), FLOCKSTEP_NOT_FOUND, "obstacle 99");
    REFUSED(flockstep_world_obstacle_position(world, stranger, &at), FLOCKSTEP_NOT_FOUND, "obstacle 99");
    CHECK(flockstep_world_obstacle_add(world, shape, &id) == FLOCKSTEP_OK);
    REFUSED(flockstep_world_obstacle_move(world, id, bad), FLOCKSTEP_ARGUMENT, "");
    REFUSED(flockstep_world_obstacle_velocity(world, id, bad), FLOCKSTEP_ARGUMENT, "velocity");
    shape.radius = NAN;
    REFUSED(flockstep_world_obstacle_set(world, id, shape), FLOCKSTEP_ARGUMENT, "radius");
    CHECK(flockstep_world_obstacle_remove(world, id) == FLOCKSTEP_OK);
    REFUSED(flockstep_world_obstacle_remove(world, id), FLOCKSTEP_NOT_FOUND, "obstacle");
}

static void snapshots(void) {
    static char bytes[1 << 16];
    flockstep_world *space = NULL;
    size_t size = 0, needed, at;
    NULLED(flockstep_world_snapshot(NULL, bytes, sizeof bytes, &size));
    NULLED(flockstep_world_snapshot(world, bytes, sizeof bytes, NULL));
    CHECK(flockstep_world_snapshot(world, bytes, sizeof bytes, &size) == FLOCKSTEP_OK && size < sizeof bytes);
    REFUSED(flockstep_world_snapshot(world, bytes, size - 1, &needed), FLOCKSTEP_ROOM, "needed");
    CHECK(needed == size && flockstep_world_restore(NULL, bytes, size) == FLOCKSTEP_NULL);
    REFUSED(flockstep_world_restore(world, NULL, size), FLOCKSTEP_NULL, "bytes");
    REFUSED(flockstep_world_restore(world, NULL, 0), FLOCKSTEP_SNAPSHOT, "snapshot");
    REFUSED(flockstep_world_restore(world, bytes, SIZE_MAX), FLOCKSTEP_ARGUMENT, "bytes");
    REFUSED(flockstep_world_restore(world, bytes, size - 1), FLOCKSTEP_SNAPSHOT, "snapshot");
    for (at = 0; at < size; at += 7) {
        bytes[at] ^= 0x55;
        REFUSED(flockstep_world_restore(world, bytes, size), FLOCKSTEP_SNAPSHOT, "snapshot");
        bytes[at] ^= 0x55;
    }
    CHECK(flockstep_world_open("school", &space) == FLOCKSTEP_OK);
    REFUSED(flockstep_world_restore(space, bytes, size), FLOCKSTEP_SNAPSHOT, "2 dimensions");
    CHECK(flockstep_world_restore(world, bytes, size) == FLOCKSTEP_OK);
    flockstep_world_close(space);
}

int main(void) {
    uint64_t before;
    CHECK(!strcmp(flockstep_error_message(), "") && flockstep_problems(NULL) == 0);
    CHECK(flockstep_scene_name(SIZE_MAX) == NULL);
    opening();
    CHECK(flockstep_world_open("dimensions = 2\n[[groups]]\nname = 'birds'\ncount = 5\n", &world) == FLOCKSTEP_OK);
    CHECK(flockstep_world_step(world, 2) == FLOCKSTEP_OK && flockstep_world_despawn(world, gone) == FLOCKSTEP_OK);
    before = flockstep_world_hash(world);
    nulls();
    lists();
    ids();
    numbers();
    scenery();
    snapshots();
    CHECK(flockstep_world_hash(world) == before && flockstep_world_count(world) == 4);
    CHECK(flockstep_world_step(world, 2) == FLOCKSTEP_OK);
    flockstep_world_close(world);
    return done("refuse");
}
