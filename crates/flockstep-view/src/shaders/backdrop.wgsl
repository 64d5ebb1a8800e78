// What is behind everything: a gradient, and in space water, sky or stars. Then the grid: on the floor, or in the plane.

struct Seen {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
}

// One triangle that covers the picture, at infinity.
@vertex
fn backdrop_vertex(@builtin(vertex_index) corner: u32) -> Seen {
    let at = vec2(f32((corner << 1u) & 2u), f32(corner & 2u)) * 2.0 - 1.0;
    return Seen(vec4(at, 0.0, 1.0), at);
}

fn line_of_sight(at: vec2<f32>) -> vec3<f32> {
    let half = globals.screen.xy * 0.5 * globals.screen.z;
    return normalize(globals.forward.xyz + globals.right.xyz * (at.x * half.x) + globals.up.xyz * (at.y * half.y));
}

// Shafts of light that come down from the surface and sway.
fn shafts(way: vec3<f32>, seconds: f32) -> f32 {
    let round = atan2(way.x, way.z + select(0.0, 1e-6, way.z == 0.0)) + way.y * 0.25;
    let broad = sin(round * 7.0 + seconds * 0.13) + sin(round * 17.0 - seconds * 0.17 + 1.3) * 0.8;
    let fine = sin(round * 37.0 + seconds * 0.29 + 4.0) * 0.5 + sin(round * 71.0 - seconds * 0.23) * 0.25;
    let beams = smoothstep(-0.6, 2.4, broad + fine);
    return beams * beams * smoothstep(-0.45, 0.7, way.y);
}

fn stars(way: vec3<f32>) -> f32 {
    // Cells on a cube around the eye, a star in a few of them.
    let size = abs(way);
    let most = max(size.x, max(size.y, size.z));
    let onto = way / most;
    var face = onto.xy + 7.0;
    if size.x == most {
        face = onto.yz + 17.0 + sign(way.x) * 3.0;
    } else if size.y == most {
        face = onto.xz + 37.0 + sign(way.y) * 3.0;
    } else {
        face += sign(way.z) * 3.0;
    }
    let cell = floor(face * 60.0);
    let middle = 0.3 + 0.4 * vec2(scatter(cell), scatter(cell + 71.0));
    let off = length(fract(face * 60.0) - middle);
    let chance = scatter(cell * 1.7 + 5.0);
    return smoothstep(0.9, 1.0, chance) * smoothstep(0.14, 0.0, off);
}

@fragment
fn backdrop_fragment(seen: Seen) -> @location(0) vec4<f32> {
    var color: vec3<f32>;
    if SPACE {
        let way = line_of_sight(seen.at);
        color = behind(way);
        if BACKDROP == WATER {
            color += globals.zenith.rgb * shafts(way, globals.clock.x) * 0.45;
            // What drifts in the water.
            color += globals.zenith.rgb * stars(normalize(way + vec3(0.0, fract(globals.clock.x * 0.002), 0.0))) * 0.12;
        } else if BACKDROP == NIGHT && globals.choice.z == 0u {
            color += vec3(0.9, 0.95, 1.0) * stars(way) * 0.8;
        }
    } else {
        color = mix(globals.nadir.rgb, globals.zenith.rgb, seen.at.y * 0.5 + 0.5);
    }
    // Less than a step of 8 bits of noise, so that no bands are seen in the gradient.
    let noise = (scatter(seen.clip.xy) - 0.5) / 255.0;
    return vec4(max(color + noise * max(sqrt(color) * 1.6, vec3(0.02)), vec3(0.0)), 1.0);
}

struct OnGrid {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec3<f32>,
}

// A square around the world, far beyond its edge.
@vertex
fn grid_vertex(@builtin(vertex_index) corner: u32) -> OnGrid {
    let sign = vec2(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0;
    var place: vec3<f32>;
    if SPACE {
        let middle = (globals.low.xyz + globals.high.xyz) * 0.5;
        let reach = (length(globals.high.xz - globals.low.xz) + globals.clock.w) * 3.0;
        place = vec3(middle.x + sign.x * reach, globals.low.y, middle.z + sign.y * reach);
    } else {
        let half = globals.screen.xy * 0.5 * globals.screen.z;
        place = vec3(globals.eye.xy + sign * half * 1.001, 0.0);
    }
    var clip = globals.matrix * vec4(place, 1.0);
    if !SPACE {
        clip.z = 0.01;
    }
    return OnGrid(clip, place);
}

// How much of a pixel lies on the lines of a grid, each a pixel wide; none where lines would be nearer than pixels are.
fn lines(at: vec2<f32>, side: f32) -> f32 {
    let cell = at / side;
    let wide = max(fwidth(cell), vec2(1e-7));
    let off = abs(fract(cell - 0.5) - 0.5) / wide;
    let fade = clamp(1.0 - 3.0 * max(wide.x, wide.y), 0.0, 1.0);
    return (1.0 - min(min(off.x, off.y), 1.0)) * fade;
}

@fragment
fn grid_fragment(seen: OnGrid) -> @location(0) vec4<f32> {
    let flat_at = select(seen.place.xy, seen.place.xz, SPACE);
    let fine = lines(flat_at, globals.low.w);
    let coarse = lines(flat_at, globals.low.w * 5.0);
    var strength = max(fine * 0.45, coarse) * globals.grid.a * globals.high.w;
    if !SPACE {
        // Outside it is a shade darker.
        let outside = any(flat_at < globals.low.xy) || any(flat_at > globals.high.xy);
        let shade = vec4(globals.nadir.rgb * 0.6, 0.5);
        return select(vec4(globals.grid.rgb, strength), mix(shade, vec4(globals.grid.rgb, 0.5), strength * 0.3), outside);
    }
    let near = floor_share(seen.place);
    var color = globals.grid.rgb;
    var cover = strength * near;
    if BACKDROP == WATER {
        // Sand, with the play of light on it.
        let sand = globals.ground.rgb * 1.3 + globals.sky.rgb * ripples(seen.place) * 0.75;
        color = mix(sand, globals.grid.rgb, strength * 0.6);
        cover = near * 0.9;
    }
    return vec4(fogged(color, seen.place), cover);
}
