/* golden GOLDEN.TXT: every scene comes to its golden hash, on one thread and on two. */
#include "check.h"
#include <inttypes.h>
#include <stdlib.h>

static uint64_t run(const char *name, uint32_t threads) {
    flockstep_world *world = NULL;
    flockstep_options options = flockstep_options_default();
    uint64_t hash;
    options.threads = threads;
    CHECK(flockstep_world_open_with(name, options, &world) == FLOCKSTEP_OK);
    CHECK(flockstep_world_step(world, 300) == FLOCKSTEP_OK);
    hash = flockstep_world_hash(world);
    flockstep_world_close(world);
    return hash;
}

int main(int argc, char **argv) {
    char line[256];
    size_t scenes = 0;
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        puts("golden: found no file, allowed is: golden GOLDEN.TXT");
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        char *space = strchr(line, ' ');
        uint64_t golden;
        /* A name with a slash is a scene under other settings. */
        if (!space || strchr(line, '/')) continue;
        *space = 0;
        golden = strtoull(space + 1, NULL, 16);
        CHECK(flockstep_scene_name(scenes) && !strcmp(flockstep_scene_name(scenes), line));
        CHECK(run(line, 1) == golden);
        CHECK(run(line, 2) == golden);
        scenes++;
    }
    fclose(file);
    CHECK(scenes > 20 && flockstep_scene_name(scenes) == NULL);
    return done("golden");
}
