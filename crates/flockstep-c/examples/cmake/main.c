/* A school of fish, three hundred steps, and where its first fish is. */
#include <flockstep.h>
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    flockstep_world *school;
    if (flockstep_world_open("school", &school) != FLOCKSTEP_OK) {
        printf("error: %s\n", flockstep_error_message());
        return 1;
    }
    flockstep_world_step(school, 300);
    flockstep_columns at;
    flockstep_world_positions(school, &at);
    printf("%zu agents, the first row at %.2f %.2f\n", at.count, at.x[0], at.y[0]);
    printf("hash %016" PRIx64 " steps 300 agents %zu\n", flockstep_world_hash(school), flockstep_world_count(school));
    flockstep_world_close(school);
    return 0;
}
