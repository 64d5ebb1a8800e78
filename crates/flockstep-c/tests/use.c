/* What a program does with a world, in two and in three dimensions. */
#include "check.h"
#include <math.h>
#include <stdlib.h>

static const char *TEXT = "dimensions = 2\nseed = 5\n[space]\nedge = 'wrap'\nmin = [0, 0]\nmax = [40, 40]\n"
                          "[markers]\nhome = [20, 20]\n[[groups]]\nname = 'birds'\ncount = 60\n"
                          "[[groups.behaviors]]\ntype = 'cohesion'\n"
                          "[[groups.behaviors]]\ntype = 'separation'\ndistance = 2\n";

static flockstep_world *open(const char *scenario) {
    flockstep_world *world = NULL;
    CHECK(flockstep_world_open(scenario, &world) == FLOCKSTEP_OK && world);
    return world;
}

/* Columns in place, copies in every layout and order, ids and single agents tell the same. */
static void columns(const char *scenario) {
    flockstep_world *world = open(scenario);
    const uint32_t axes = flockstep_world_dimensions(world);
    const size_t count = flockstep_world_count(world);
    float *mixed = malloc(count * axes * sizeof *mixed), *apart = malloc(count * axes * sizeof *apart);
    flockstep_agent *order = malloc(count * sizeof *order);
    flockstep_group *members = malloc(count * sizeof *members);
    const flockstep_agent *ids;
    const flockstep_group *groups;
    flockstep_columns at, was, moving, facing, steering, faced;
    flockstep_copy copy = flockstep_copy_default();
    size_t found, i;
    CHECK(flockstep_world_step(world, 7) == FLOCKSTEP_OK && flockstep_world_steps(world) == 7);
    CHECK(flockstep_world_count(world) == count);
    CHECK(flockstep_world_positions(world, &at) == FLOCKSTEP_OK && at.count == count);
    CHECK(flockstep_world_previous_positions(world, &was) == FLOCKSTEP_OK && was.count == count);
    CHECK(flockstep_world_previous_headings(world, &faced) == FLOCKSTEP_OK && faced.count == count);
    CHECK(flockstep_world_velocities(world, &moving) == FLOCKSTEP_OK);
    CHECK(flockstep_world_headings(world, &facing) == FLOCKSTEP_OK);
    CHECK(flockstep_world_steering(world, &steering) == FLOCKSTEP_OK);
    CHECK((at.z == NULL) == (axes == 2));
    CHECK(flockstep_world_ids(world, &ids, &found) == FLOCKSTEP_OK && found == count);
    CHECK(flockstep_world_groups(world, &groups, &found) == FLOCKSTEP_OK && found == count);
    CHECK(flockstep_world_copy(world, copy, mixed, count * axes) == FLOCKSTEP_OK);
    copy.layout = FLOCKSTEP_BY_AXIS;
    CHECK(flockstep_world_copy(world, copy, apart, count * axes) == FLOCKSTEP_OK);
    for (i = 0; i < count; i++) {
        flockstep_state one;
        CHECK(flockstep_world_agent(world, ids[i], &one) == FLOCKSTEP_OK);
        CHECK(one.position.x == at.x[i] && one.position.y == at.y[i]);
        CHECK(axes == 2 ? one.position.z == 0 : one.position.z == at.z[i]);
        CHECK(one.velocity.x == moving.x[i] && one.heading.y == facing.y[i] && one.steering.x == steering.x[i]);
        CHECK(one.group.id == groups[i].id && one.agent.id == ids[i].id);
        CHECK(mixed[i * axes] == at.x[i] && mixed[i * axes + 1] == at.y[i]);
        CHECK(apart[i] == at.x[i] && apart[count + i] == at.y[i]);
        CHECK(axes == 2 || (mixed[i * axes + 2] == at.z[i] && apart[2 * count + i] == at.z[i]));
        CHECK(flockstep_world_contains(world, ids[i]));
    }
    copy.order = FLOCKSTEP_ID_ORDER;
    copy.column = FLOCKSTEP_VELOCITIES;
    CHECK(flockstep_world_copy(world, copy, apart, count * axes) == FLOCKSTEP_OK);
    CHECK(flockstep_world_copy_ids(world, FLOCKSTEP_ID_ORDER, order, count) == FLOCKSTEP_OK);
    CHECK(flockstep_world_copy_groups(world, FLOCKSTEP_ID_ORDER, members, count) == FLOCKSTEP_OK);
    for (i = 0; i < count; i++) {
        flockstep_state one;
        CHECK(i == 0 || order[i - 1].id < order[i].id);
        CHECK(flockstep_world_agent(world, order[i], &one) == FLOCKSTEP_OK);
        CHECK(apart[i] == one.velocity.x && apart[count + i] == one.velocity.y && members[i].id == one.group.id);
    }
    flockstep_world_close(world);
    free(mixed), free(apart), free(order), free(members);
}

/* A copy and a restored world go on bit for bit. */
static void rollback(void) {
    flockstep_world *world = open("school"), *copy = NULL;
    size_t size = 0;
    uint64_t later, there;
    char *bytes;
    CHECK(flockstep_world_step(world, 20) == FLOCKSTEP_OK);
    there = flockstep_world_hash(world);
    CHECK(flockstep_world_snapshot(world, NULL, 0, &size) == FLOCKSTEP_OK && size > 100);
    bytes = malloc(size);
    CHECK(flockstep_world_snapshot(world, bytes, size, &size) == FLOCKSTEP_OK);
    CHECK(flockstep_world_clone(world, &copy) == FLOCKSTEP_OK);
    CHECK(flockstep_world_step(world, 30) == FLOCKSTEP_OK);
    later = flockstep_world_hash(world);
    CHECK(flockstep_world_hash(copy) == there && later != there);
    CHECK(flockstep_world_step(copy, 30) == FLOCKSTEP_OK && flockstep_world_hash(copy) == later);
    CHECK(flockstep_world_restore(world, bytes, size) == FLOCKSTEP_OK && flockstep_world_hash(world) == there);
    CHECK(flockstep_world_step(world, 30) == FLOCKSTEP_OK && flockstep_world_hash(world) == later);
    CHECK(flockstep_world_restart(copy) == FLOCKSTEP_OK && flockstep_world_steps(copy) == 0);
    CHECK(flockstep_world_step(copy, 20) == FLOCKSTEP_OK && flockstep_world_hash(copy) == there);
    flockstep_world_close(world), flockstep_world_close(copy);
    free(bytes);
}

/* Agents come, are pushed, driven and go. */
static void lives(void) {
    flockstep_world *world = open(TEXT);
    const flockstep_vector place = {10, 10, 0}, still = {0, 0, 0}, east = {1, 0, 0};
    flockstep_group birds = {0};
    flockstep_agent one = {0}, first = {0};
    flockstep_control hand = flockstep_control_default();
    flockstep_state before, after;
    char name[16];
    size_t size = 0;
    CHECK(flockstep_world_group(world, "birds", &birds) == FLOCKSTEP_OK && birds.id == 1);
    CHECK(flockstep_world_group_name(world, birds, name, sizeof name, &size) == FLOCKSTEP_OK);
    CHECK(size == 6 && !strcmp(name, "birds") && flockstep_world_group_count(world, birds) == 60);
    CHECK(flockstep_world_spawn(world, birds, place, still, &one) == FLOCKSTEP_OK && one.id == 61);
    CHECK(flockstep_world_populate(world, birds, 5, &first) == FLOCKSTEP_OK && first.id == 62);
    CHECK(flockstep_world_count(world) == 66);
    CHECK(flockstep_world_push(world, one, east) == FLOCKSTEP_OK);
    CHECK(flockstep_world_agent(world, one, &before) == FLOCKSTEP_OK);
    CHECK(before.velocity.x == 1 && before.position.x == 10);
    hand.kind = FLOCKSTEP_DIRECTION;
    hand.direction.y = -1;
    CHECK(flockstep_world_control(world, one, hand) == FLOCKSTEP_OK);
    CHECK(flockstep_world_step(world, 50) == FLOCKSTEP_OK);
    CHECK(flockstep_world_agent(world, one, &after) == FLOCKSTEP_OK && after.velocity.y < -0.5f);
    CHECK(flockstep_world_control(world, one, flockstep_control_default()) == FLOCKSTEP_OK);
    CHECK(flockstep_world_despawn(world, one) == FLOCKSTEP_OK && !flockstep_world_contains(world, one));
    CHECK(flockstep_world_count(world) == 65 && flockstep_world_group_count(world, birds) == 65);
    flockstep_world_close(world);
}

/* Bodies of another program: positions in, steering out, nobody moved. */
static void bodies(void) {
    flockstep_world *world = open(TEXT);
    flockstep_agent ids[60];
    float at[120], moving[120], steering[120];
    flockstep_columns now;
    size_t i, moved = 0;
    CHECK(flockstep_world_copy_ids(world, FLOCKSTEP_ID_ORDER, ids, 60) == FLOCKSTEP_OK);
    for (i = 0; i < 60; i++) {
        at[2 * i] = 15 + (float)(i % 8), at[2 * i + 1] = 15 + (float)(i / 8);
        moving[2 * i] = 1, moving[2 * i + 1] = 0;
    }
    CHECK(flockstep_world_feed(world, ids, at, moving, 60) == FLOCKSTEP_OK);
    CHECK(flockstep_world_steer(world) == FLOCKSTEP_OK);
    CHECK(flockstep_world_steering_of(world, ids, 60, steering, 120) == FLOCKSTEP_OK);
    for (i = 0; i < 120; i++) moved += steering[i] != 0;
    CHECK(moved > 60);
    CHECK(flockstep_world_positions(world, &now) == FLOCKSTEP_OK);
    for (i = 0; i < now.count; i++) CHECK(now.x[i] >= 15 && now.x[i] <= 22 && now.y[i] >= 15 && now.y[i] <= 23);
    flockstep_world_close(world);
}

/* Obstacles and markers: added, moved, removed. */
static void scenery(void) {
    flockstep_world *world = open(TEXT);
    const flockstep_vector corners[3] = {{1, 1, 0}, {4, 1, 0}, {1, 4, 0}}, there = {30, 5, 0}, drift = {2, 0, 0};
    flockstep_obstacle shape = flockstep_obstacle_default();
    flockstep_obstacle_id ball = {0}, other = {0};
    const flockstep_obstacle_id *all;
    flockstep_vector at;
    size_t count = 9;
    CHECK(flockstep_world_obstacles(world, &all, &count) == FLOCKSTEP_OK && count == 0 && all == NULL);
    CHECK(flockstep_world_obstacle_add(world, shape, &ball) == FLOCKSTEP_OK && ball.id != 0);
    shape.kind = FLOCKSTEP_POLYGON, shape.points = corners, shape.point_count = 3;
    CHECK(flockstep_world_obstacle_add(world, shape, &other) == FLOCKSTEP_OK && other.id != ball.id);
    CHECK(flockstep_world_obstacles(world, &all, &count) == FLOCKSTEP_OK && count == 2 && all[1].id == other.id);
    CHECK(flockstep_world_obstacle_move(world, ball, there) == FLOCKSTEP_OK);
    CHECK(flockstep_world_obstacle_velocity(world, ball, drift) == FLOCKSTEP_OK);
    CHECK(flockstep_world_obstacle_position(world, ball, &at) == FLOCKSTEP_OK && at.x == 30 && at.y == 5);
    CHECK(flockstep_world_step(world, 50) == FLOCKSTEP_OK);
    CHECK(flockstep_world_obstacle_position(world, ball, &at) == FLOCKSTEP_OK && at.x > 30.5f && at.y == 5);
    shape.kind = FLOCKSTEP_BOX, shape.b = drift, shape.b.y = 1;
    CHECK(flockstep_world_obstacle_set(world, other, shape) == FLOCKSTEP_OK);
    CHECK(flockstep_world_obstacle_remove(world, ball) == FLOCKSTEP_OK);
    REFUSED(flockstep_world_obstacle_position(world, ball, &at), FLOCKSTEP_NOT_FOUND, "no obstacle");
    CHECK(flockstep_world_marker(world, "flag", there) == FLOCKSTEP_OK);
    CHECK(flockstep_world_marker_position(world, "flag", &at) == FLOCKSTEP_OK && at.x == 30);
    CHECK(flockstep_world_marker_remove(world, "flag") == FLOCKSTEP_OK);
    REFUSED(flockstep_world_marker_position(world, "flag", &at), FLOCKSTEP_NOT_FOUND, "flag");
    flockstep_world_close(world);
}

/* Settings by path, at the start and while it runs; time; events. */
static void settings(void) {
    flockstep_setting fast[2] = {{"groups.bluegill.body.max_speed", "9"}, {"seed", "77"}};
    flockstep_options options = flockstep_options_default();
    flockstep_world *opened = NULL, *set = open("school"), *hunted = open("school");
    flockstep_advance made = {0, 0, 0};
    const flockstep_event *events;
    const flockstep_agent *stranded;
    size_t count, eaten = 0;
    int round;
    options.settings = fast, options.setting_count = 2, options.threads = 2;
    CHECK(flockstep_world_open_with("school", options, &opened) == FLOCKSTEP_OK);
    CHECK(flockstep_world_threads(opened) == 2);
    CHECK(flockstep_world_set(set, fast[0].path, "9") == FLOCKSTEP_OK);
    CHECK(flockstep_world_set(set, "seed", "77") == FLOCKSTEP_OK);
    CHECK(flockstep_world_hash(set) == flockstep_world_hash(opened));
    CHECK(flockstep_world_step(set, 40) == FLOCKSTEP_OK && flockstep_world_step(opened, 40) == FLOCKSTEP_OK);
    CHECK(flockstep_world_hash(set) == flockstep_world_hash(opened));
    REFUSED(flockstep_world_set(set, "seed", "78"), FLOCKSTEP_BEGUN, "new world");
    CHECK(flockstep_world_set(set, fast[0].path, "2") == FLOCKSTEP_OK);
    CHECK(flockstep_world_step(set, 40) == FLOCKSTEP_OK && flockstep_world_step(opened, 40) == FLOCKSTEP_OK);
    CHECK(flockstep_world_hash(set) != flockstep_world_hash(opened));
    CHECK(flockstep_world_set_threads(set, 1) == FLOCKSTEP_OK && flockstep_world_threads(set) == 1);
    CHECK(flockstep_world_advance(set, 1.0, 10, &made) == FLOCKSTEP_OK && made.steps == 10 && made.skipped > 0);
    CHECK(flockstep_world_advance(set, 0.0, 10, NULL) == FLOCKSTEP_OK && flockstep_world_steps(set) == 90);
    CHECK(fabs(flockstep_world_time(set) - 90 * (double)flockstep_world_time_step(set)) < 1e-4);
    CHECK(flockstep_world_stranded(set, &stranded, &count) == FLOCKSTEP_OK && count == 0 && stranded == NULL);
    CHECK(flockstep_world_set(hunted, "groups.pike.captures.distance", "5") == FLOCKSTEP_OK);
    for (round = 0; round < 60; round++) {
        size_t i;
        CHECK(flockstep_world_step(hunted, 10) == FLOCKSTEP_OK);
        CHECK(flockstep_world_events(hunted, &events, &count) == FLOCKSTEP_OK);
        for (i = 0; i < count; i++) {
            eaten++;
            CHECK(events[i].agent.id && flockstep_world_contains(hunted, events[i].by));
            CHECK(flockstep_world_contains(hunted, events[i].agent) == (events[i].kind == FLOCKSTEP_REBORN));
        }
    }
    CHECK(eaten > 0);
    flockstep_world_close(opened), flockstep_world_close(set), flockstep_world_close(hunted);
}

int main(void) {
    CHECK(!strcmp(flockstep_version(), FLOCKSTEP_VERSION));
    columns("school"), columns("craft"), columns(TEXT);
    rollback();
    lives();
    bodies();
    scenery();
    settings();
    return done("use");
}
