/* fuzz ROUNDS [SEED]: calls of the whole header in random order with random arguments, good and bad. Every call must
 * return a code that it may return, and the world must stay usable; crashes are for sanitizer and valgrind to find. */
#include "check.h"
#include <math.h>
#include <stdlib.h>

static uint64_t state;
static uint32_t draw(uint32_t below) { /* SplitMix64 (Steele et al. 2014) */
    uint64_t word = (state += 0x9E3779B97F4A7C15u);
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((word ^ (word >> 31)) % below);
}
static float number(void) {
    static const float wild[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 0, -0.0f, 1e18f, 1e12f};
    return draw(12) ? (float)draw(4000) / 100 - 20 : wild[draw(10)];
}
static flockstep_vector place(uint32_t axes) {
    flockstep_vector at = {0, 0, 0};
    at.x = number(), at.y = number();
    if (axes == 3 || !draw(20)) at.z = number();
    return at;
}
static uint32_t id(uint32_t most) { return draw(15) ? draw(most + 3) : draw(UINT32_MAX); }
static const char *pick(const char *const *words, uint32_t count) { return draw(25) ? words[draw(count)] : NULL; }
static const char *garbage(void) { /* a text of a few bytes, any of them */
    static char text[48];
    size_t length = draw(40), i;
    for (i = 0; i < length; i++) text[i] = (char)(draw(3) ? 32 + draw(95) : 1 + draw(255));
    if (length) text[draw((uint32_t)length)] = '\n';
    text[length] = 0;
    return text;
}

static const char *const SCENES[] = {"school", "craft", "seek", "maze", "units", "squad", "nowhere", "",
    "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 9\n[[groups.behaviors]]\ntype = 'wander'\n",
    "dimensions = 3\n[[groups]]\nname = 'a'\ncount = 9\n[[groups.behaviors]]\ntype = 'separation'\n",
    "\n", "dimensions = 4\n"};
static const char *const PATHS[] = {"groups.a.body.max_speed", "groups.a.count", "seed", "time_step", "space.max",
    "groups.*.sight.radius", "groups.bluegill.count", "groups.a.behaviors.wander.weight", "markers.flag", "dimensions",
    "", "....", "groups.a.name"};
static const char *const VALUES[] = {"9", "0", "-1", "nan", "1e39", "[1, 2]", "[1, 2, 3]", "'word'", "word", "{", "",
    "true", "40", "0.05"};
static const char *const NAMES[] = {"a", "flag", "bluegill", "home", "", "no such", "\xff"};

static int number_call(flockstep_world *world, uint32_t axes) {
    float numbers[64], more[64];
    flockstep_agent agents[16];
    flockstep_copy copy = flockstep_copy_default();
    uint32_t count = draw(17), i;
    for (i = 0; i < 64; i++) numbers[i] = number(), more[i] = number();
    for (i = 0; i < 16; i++) agents[i].id = id(20);
    copy.column = (int)draw(8) - 1, copy.layout = (int)draw(3), copy.order = (int)draw(3);
    switch (draw(5)) {
        case 0: return flockstep_world_feed(world, draw(20) ? agents : NULL, numbers, draw(20) ? more : NULL, count);
        case 1: return flockstep_world_steering_of(world, agents, count, numbers, draw(65));
        case 2: return flockstep_world_copy(world, copy, draw(20) ? numbers : NULL, draw(65));
        case 3: return flockstep_world_copy_ids(world, (int)draw(3), agents, draw(17));
        default: return flockstep_world_feed(world, agents, numbers, more, axes == 3 ? 3 : 4);
    }
}

static int scenery_call(flockstep_world *world, uint32_t axes) {
    flockstep_vector corners[5], at;
    flockstep_obstacle shape = flockstep_obstacle_default();
    flockstep_obstacle_id obstacle;
    int i;
    for (i = 0; i < 5; i++) corners[i] = place(axes);
    obstacle.id = id(6);
    shape.kind = (int)draw(8) - 1, shape.a = place(axes), shape.b = place(axes), shape.radius = number();
    shape.points = corners, shape.point_count = draw(6);
    switch (draw(9)) {
        case 0: return flockstep_world_marker(world, pick(NAMES, 7), place(axes));
        case 1: return flockstep_world_marker_remove(world, pick(NAMES, 7));
        case 2: return flockstep_world_marker_position(world, pick(NAMES, 7), &at);
        case 3: return flockstep_world_obstacle_add(world, shape, &obstacle);
        case 4: return flockstep_world_obstacle_set(world, obstacle, shape);
        case 5: return flockstep_world_obstacle_move(world, obstacle, place(axes));
        case 6: return flockstep_world_obstacle_velocity(world, obstacle, place(axes));
        case 7: return flockstep_world_obstacle_remove(world, obstacle);
        default: return flockstep_world_obstacle_position(world, obstacle, &at);
    }
}

static int agent_call(flockstep_world *world, uint32_t axes) {
    flockstep_control hand = flockstep_control_default();
    flockstep_agent agent;
    flockstep_group group;
    flockstep_state one;
    char name[8];
    size_t size;
    agent.id = id(20), group.id = id(3);
    hand.kind = (int)draw(5) - 1, hand.direction = place(axes);
    hand.helm = number(), hand.pitch = number(), hand.thrust = number();
    switch (draw(8)) {
        case 0: return flockstep_world_spawn(world, group, place(axes), place(axes), &agent);
        case 1: return flockstep_world_populate(world, group, draw(30) ? draw(5) : UINT32_MAX, &agent);
        case 2: return flockstep_world_despawn(world, agent);
        case 3: return flockstep_world_push(world, agent, place(axes));
        case 4: return flockstep_world_control(world, agent, hand);
        case 5: return flockstep_world_agent(world, agent, &one);
        case 6: return flockstep_world_group(world, pick(NAMES, 7), &group);
        default: return flockstep_world_group_name(world, group, name, draw(9), &size);
    }
}

/* Reads everything that is to be read in place. */
static int look(flockstep_world *world) {
    const flockstep_agent *ids, *stranded;
    const flockstep_event *events;
    flockstep_columns at;
    size_t count, i;
    double sum = 0;
    if (flockstep_world_positions(world, &at) || flockstep_world_ids(world, &ids, &count)) return -1;
    if (at.count != count) return -1;
    for (i = 0; i < count; i++) sum += at.x[i] + at.y[i] + (at.z ? at.z[i] : 0) + ids[i].id;
    if (flockstep_world_events(world, &events, &count)) return -1;
    for (i = 0; i < count; i++) sum += events[i].agent.id;
    if (flockstep_world_stranded(world, &stranded, &count)) return -1;
    for (i = 0; i < count; i++) sum += stranded[i].id;
    return isfinite(sum) ? FLOCKSTEP_OK : -1;
}

static int world_call(flockstep_world **world) {
    static char bytes[1 << 20];
    static size_t kept = 0;
    flockstep_world *copy = NULL;
    int code;
    switch (draw(9)) {
        case 0: case 1: return flockstep_world_step(*world, draw(4));
        case 2: return flockstep_world_advance(*world, draw(9) ? 0.03 : number(), draw(4), NULL);
        case 3: return flockstep_world_steer(*world);
        case 4: return flockstep_world_set(*world, pick(PATHS, 13), draw(9) ? pick(VALUES, 14) : garbage());
        case 5: return flockstep_world_snapshot(*world, draw(9) ? bytes : NULL, draw(sizeof bytes), &kept);
        case 6:
            if (kept > sizeof bytes) kept = 0;
            if (kept && !draw(3)) bytes[draw((uint32_t)kept)] ^= (char)(1 << draw(8));
            return flockstep_world_restore(*world, bytes, kept);
        case 7:
            if (!draw(4)) return flockstep_world_restart(*world);
            return flockstep_world_set_threads(*world, draw(20) ? 1 + draw(2) : UINT32_MAX);
        default:
            code = flockstep_world_clone(*world, &copy);
            if (code == FLOCKSTEP_OK) flockstep_world_close(*world), *world = copy;
            return code;
    }
}

int main(int argc, char **argv) {
    const long rounds = argc > 1 ? atol(argv[1]) : 1000;
    long calls = 0, refused = 0, round, call;
    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (round = 0; round < rounds; round++) {
        flockstep_world *world = NULL;
        const char *scenario = draw(6) ? pick(SCENES, 12) : garbage();
        int code = flockstep_world_open(scenario, &world);
        CHECK((code == FLOCKSTEP_OK) == (world != NULL) && code != FLOCKSTEP_PANIC);
        for (call = 0; world && call < 60; call++) {
            const uint32_t axes = flockstep_world_dimensions(world);
            switch (draw(5)) {
                case 0: code = world_call(&world); break;
                case 1: code = agent_call(world, axes); break;
                case 2: code = scenery_call(world, axes); break;
                case 3: code = number_call(world, axes); break;
                default: code = look(world); CHECK(code == FLOCKSTEP_OK);
            }
            CHECK(code >= FLOCKSTEP_OK && code < FLOCKSTEP_PANIC);
            calls++, refused += code != FLOCKSTEP_OK;
        }
        flockstep_world_close(world);
    }
    printf("fuzz: %ld calls, %ld of them refused\n", calls, refused);
    return done("fuzz");
}
