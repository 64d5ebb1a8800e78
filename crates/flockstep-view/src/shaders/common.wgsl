// What every shader shares: the numbers of the frame, the backdrop, light and fog.
// Only uniform buffers and vertex attributes are used, so that it also runs in WebGL2. Two constants are put before it: SPACE
// (in 3D) and BACKDROP.

const TAU: f32 = 6.2831853;
const NOBODY: u32 = 0xffffffffu;
const BY_SPEED: u32 = 1u;
const BY_HEADING: u32 = 2u;
const BY_NEIGHBOURS: u32 = 3u;
const BY_LEADER: u32 = 4u;
const WATER: u32 = 1u;
const SKY: u32 = 2u;
const NIGHT: u32 = 3u;

struct Globals {
    matrix: mat4x4<f32>,
    eye: vec4<f32>,
    right: vec4<f32>,
    up: vec4<f32>,
    forward: vec4<f32>,
    // width and height in pixels, world units per pixel (in space: at a distance of 1), least length in pixels
    screen: vec4<f32>,
    // seconds, how far between the steps, the length of a step, the distance to what is looked at
    clock: vec4<f32>,
    // the id pointed out, what colors tell, 1 for the light theme
    choice: vec4<u32>,
    // after which lengths a torus repeats; the thickness of the fog
    periods: vec4<f32>,
    // the corners of the world; the side of a square of the grid; whether there is a grid
    low: vec4<f32>,
    high: vec4<f32>,
    zenith: vec4<f32>,
    horizon: vec4<f32>,
    nadir: vec4<f32>,
    key_way: vec4<f32>,
    key: vec4<f32>,
    sky: vec4<f32>,
    ground: vec4<f32>,
    grid: vec4<f32>,
    // six colors from low to high, six around the circle
    scales: array<vec4<f32>, 12>,
}

@group(0) @binding(0) var<uniform> globals: Globals;

// The color of a value from 0 to 1.
fn ramp(value: f32) -> vec3<f32> {
    let at = clamp(value, 0.0, 1.0) * 5.0;
    let low = min(u32(at), 4u);
    return mix(globals.scales[low].rgb, globals.scales[low + 1u].rgb, at - f32(low));
}

// The color of a direction in the plane.
fn wheel(way: vec2<f32>) -> vec3<f32> {
    let turns = atan2(way.y, way.x + select(0.0, 1e-9, way.x == 0.0)) / TAU;
    let at = fract(turns) * 6.0;
    let low = u32(at) % 6u;
    return mix(globals.scales[6u + low].rgb, globals.scales[6u + (low + 1u) % 6u].rgb, at - floor(at));
}

// A number from 0 to 1 that looks random.
fn scatter(seed: vec2<f32>) -> f32 {
    let at = fract(seed * vec2(0.1031, 0.11369));
    let mixed = dot(at, at.yx + 33.33);
    return fract((at.x + mixed) * (at.y + mixed) * 19.19);
}

// The square of the distance to the nearest of points that wander, one in every unit square.
fn nearest_point(place: vec2<f32>, seconds: f32) -> f32 {
    let cell = floor(place);
    var least = 9.0;
    for (var number = 0; number < 9; number += 1) {
        let beside = vec2(f32(number % 3), f32(number / 3)) - 1.0;
        let own = vec2(scatter(cell + beside), scatter(cell + beside + vec2(57.0, 113.0)));
        let off = beside + 0.5 + 0.42 * sin(vec2(seconds, seconds * 1.1) + TAU * own) - fract(place);
        least = min(least, dot(off, off));
    }
    return least;
}

// Where waves bend the light from above together: bright webs where two sheets of cells meet, 0 to about 1.
fn ripples(place: vec3<f32>) -> f32 {
    let seconds = globals.clock.x;
    // A few dozen cells across the world, however near the eye is.
    let at = place.xz * (52.0 / max(length(globals.high.xz - globals.low.xz), 1e-9));
    let bent = at + 0.25 * sin(at.yx * 2.0 + seconds * 0.4);
    let turned = vec2(bent.x * 0.8 + bent.y * 0.6, bent.y * 0.8 - bent.x * 0.6) * 1.3 + 5.0;
    return nearest_point(bent, seconds * 0.9) * nearest_point(turned, seconds * 0.7) * 2.2;
}

// What is behind everything in a direction.
fn behind(way: vec3<f32>) -> vec3<f32> {
    // Both gradients set in softly: a kink would show as a line at the horizon.
    let up = smoothstep(-0.12, 0.6, way.y);
    let down = smoothstep(0.12, -0.75, way.y);
    return mix(mix(globals.horizon.rgb, globals.zenith.rgb, up), globals.nadir.rgb, down);
}

// A color seen through the fog.
fn fogged(color: vec3<f32>, place: vec3<f32>) -> vec3<f32> {
    if !SPACE {
        return color;
    }
    let off = place - globals.eye.xyz;
    let reach = length(off) / (2.0 * globals.clock.w);
    let clear = exp2(-globals.periods.w * reach * reach);
    return mix(behind(off / max(length(off), 1e-9)), color, clear);
}

// The light that falls on a surface: a key light of which `share` comes through, and the sky above and the ground below.
fn light(normal: vec3<f32>, share: f32) -> vec3<f32> {
    let lit = max(dot(normal, globals.key_way.xyz), 0.0);
    // The light goes a little around the edge: small bodies look round rather than cut.
    let wrapped = max((dot(normal, globals.key_way.xyz) + 0.35) / 1.35, 0.0);
    return globals.key.rgb * mix(lit, wrapped, 0.5) * share + mix(globals.ground.rgb, globals.sky.rgb, normal.y * 0.5 + 0.5);
}

// How much of the key light comes through to a place: under water it plays.
fn key_share(place: vec3<f32>) -> f32 {
    if BACKDROP == WATER && SPACE {
        return 0.75 + 0.9 * ripples(place);
    }
    return 1.0;
}

// How much of the floor is left at a place: it fades away from the middle of the world.
fn floor_share(place: vec3<f32>) -> f32 {
    let middle = (globals.low.xz + globals.high.xz) * 0.5;
    let reach = length(globals.high.xz - globals.low.xz) * 0.5;
    return smoothstep(2.2, 0.35, length(place.xz - middle) / max(reach, 1e-9));
}
