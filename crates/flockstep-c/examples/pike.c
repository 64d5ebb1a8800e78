/* You are the pike. A school of fish seen from above; the arrow keys swim, R begins anew, Escape ends.
 *
 *   cc -O2 pike.c -o pike $(pkg-config --cflags --libs flockstep sdl2) -lm && ./pike
 *
 * The world is flockstep's: sixty times a second the game says how much time has passed, and draws every fish between
 * where it was before the last step and where it is now. */
#include <SDL2/SDL.h>
#include <flockstep.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 960, HEIGHT = 640, MOST = 4096 };
static const float SCALE = 10; /* pixels a metre */

typedef struct {
    flockstep_world *world;
    flockstep_agent pike;
    flockstep_group pikes, bass;
    unsigned eaten;
} game;

static void need(int code) {
    if (code != FLOCKSTEP_OK) {
        fprintf(stderr, "pike: %s\n", flockstep_error_message());
        exit(1);
    }
}

static void begin(game *game, const char *scenario) {
    const flockstep_agent *ids;
    const flockstep_group *groups;
    size_t count, i;
    flockstep_world_close(game->world);
    game->eaten = 0;
    need(flockstep_world_open(scenario, &game->world));
    need(flockstep_world_group(game->world, "pike", &game->pikes));
    need(flockstep_world_group(game->world, "bass", &game->bass));
    need(flockstep_world_ids(game->world, &ids, &count));
    need(flockstep_world_groups(game->world, &groups, &count));
    for (i = 0; i < count; i++) {
        if (groups[i].id == game->pikes.id) game->pike = ids[i];
    }
}

/* The arrow keys as a direction: x is to the right and z toward you, y is up. */
static void steer(game *game, const Uint8 *keys) {
    flockstep_control hand = flockstep_control_default();
    hand.kind = FLOCKSTEP_DIRECTION;
    hand.direction.x = (float)(keys[SDL_SCANCODE_RIGHT] - keys[SDL_SCANCODE_LEFT]);
    hand.direction.z = (float)(keys[SDL_SCANCODE_DOWN] - keys[SDL_SCANCODE_UP]);
    if (hand.direction.x != 0 && hand.direction.z != 0) {
        hand.direction.x *= 0.7071f;
        hand.direction.z *= 0.7071f;
    }
    need(flockstep_world_control(game->world, game->pike, hand));
}

/* A fish: a triangle of the length and color of its kind, its nose where it heads. */
static int fish(SDL_Vertex *out, float x, float z, float ahead_x, float ahead_z, float length, SDL_Color color) {
    const float size = sqrtf(ahead_x * ahead_x + ahead_z * ahead_z) + 1e-6f;
    const float nose_x = ahead_x / size * length, nose_z = ahead_z / size * length;
    const float shift_x = WIDTH / 2 + x * SCALE, shift_z = HEIGHT / 2 + z * SCALE;
    const float points[3][2] = {{nose_x, nose_z}, {-nose_x - nose_z * 0.4f, -nose_z + nose_x * 0.4f},
                                {-nose_x + nose_z * 0.4f, -nose_z - nose_x * 0.4f}};
    int i;
    for (i = 0; i < 3; i++) {
        out[i].position.x = shift_x + points[i][0] * SCALE;
        out[i].position.y = shift_z + points[i][1] * SCALE;
        out[i].color = color;
        out[i].tex_coord.x = out[i].tex_coord.y = 0;
    }
    return 3;
}

static void draw(SDL_Renderer *renderer, const game *game, float fraction) {
    static SDL_Vertex vertices[3 * MOST];
    const SDL_Color blue = {74, 163, 255, 255}, green = {124, 200, 90, 255}, red = {255, 112, 67, 255};
    flockstep_columns now, before, ahead;
    const flockstep_group *groups;
    size_t count, i;
    int used = 0;
    need(flockstep_world_positions(game->world, &now));
    need(flockstep_world_previous_positions(game->world, &before));
    need(flockstep_world_headings(game->world, &ahead));
    need(flockstep_world_groups(game->world, &groups, &count));
    for (i = 0; i < count && i < MOST; i++) {
        const int pike = groups[i].id == game->pikes.id, bass = groups[i].id == game->bass.id;
        float from_x = before.x[i], from_z = before.z[i];
        /* Who was born again elsewhere is not drawn on the way. */
        if (fabsf(now.x[i] - from_x) + fabsf(now.z[i] - from_z) > 2) from_x = now.x[i], from_z = now.z[i];
        from_x += (now.x[i] - from_x) * fraction, from_z += (now.z[i] - from_z) * fraction;
        used += fish(vertices + used, from_x, from_z, ahead.x[i], ahead.z[i], pike ? 1.4f : bass ? 0.7f : 0.5f,
                     pike ? red : bass ? green : blue);
    }
    SDL_SetRenderDrawColor(renderer, 10, 24, 44, 255);
    SDL_RenderClear(renderer);
    SDL_RenderGeometry(renderer, NULL, vertices, used, NULL, 0);
    SDL_RenderPresent(renderer);
}

static void count_eaten(game *game, SDL_Window *window) {
    const flockstep_event *events;
    size_t count, i;
    unsigned before = game->eaten;
    char title[64];
    need(flockstep_world_events(game->world, &events, &count));
    for (i = 0; i < count; i++) game->eaten += events[i].by.id == game->pike.id;
    if (game->eaten != before) {
        snprintf(title, sizeof title, "Pike: %u eaten", game->eaten);
        SDL_SetWindowTitle(window, title);
    }
}

int main(int argc, char **argv) {
    const char *scenario = argc > 1 ? argv[1] : "school";
    game game = {0};
    SDL_Window *window;
    SDL_Renderer *renderer;
    Uint64 last;
    int running = 1;
    begin(&game, scenario);
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || SDL_CreateWindowAndRenderer(WIDTH, HEIGHT, 0, &window, &renderer) != 0) {
        fprintf(stderr, "pike: %s\n", SDL_GetError());
        return 1;
    }
    SDL_SetWindowTitle(window, "Pike: the arrow keys swim");
    last = SDL_GetPerformanceCounter();
    while (running) {
        SDL_Event event;
        flockstep_advance made;
        double seconds;
        Uint64 now = SDL_GetPerformanceCounter();
        while (SDL_PollEvent(&event)) {
            if (event.type == SDL_QUIT) running = 0;
            if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) running = 0;
            if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_r) begin(&game, scenario);
        }
        steer(&game, SDL_GetKeyboardState(NULL));
        seconds = (double)(now - last) / (double)SDL_GetPerformanceFrequency();
        last = now;
        need(flockstep_world_advance(game.world, seconds, 5, &made));
        count_eaten(&game, window);
        draw(renderer, &game, made.fraction);
        SDL_Delay(16);
    }
    flockstep_world_close(game.world);
    SDL_DestroyRenderer(renderer);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return 0;
}
