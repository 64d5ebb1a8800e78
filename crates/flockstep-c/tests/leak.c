/* leak [WORLDS]: opens and closes worlds of every scene, fresh, cloned and refused; what is left is for the sanitizer
 * or valgrind to find. It also looks at the size of the process, where the system tells. */
#include "check.h"
#include <stdlib.h>

static long resident(void) { /* pages, 0 if not known */
    long total = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &total, &pages) != 2) pages = 0;
    fclose(file);
    return pages;
}

int main(int argc, char **argv) {
    const long worlds = argc > 1 ? atol(argv[1]) : 1000;
    size_t scenes = 0;
    long nth, at_first = 0;
    while (flockstep_scene_name(scenes)) scenes++;
    for (nth = 0; nth < worlds; nth++) {
        flockstep_world *world = NULL, *copy = NULL, *none = NULL;
        CHECK(flockstep_world_open(flockstep_scene_name((size_t)nth % scenes), &world) == FLOCKSTEP_OK);
        CHECK(flockstep_world_step(world, 1) == FLOCKSTEP_OK);
        CHECK(flockstep_world_clone(world, &copy) == FLOCKSTEP_OK);
        CHECK(flockstep_world_open("no such scene", &none) == FLOCKSTEP_NOT_FOUND);
        flockstep_world_close(world), flockstep_world_close(copy), flockstep_world_close(none);
        if (nth == worlds / 2) at_first = resident();
    }
    printf("leak: %ld worlds, %ld pages half-way, %ld at the end\n", worlds, at_first, resident());
    CHECK(resident() <= at_first + at_first / 4 + 500);
    return done("leak");
}
