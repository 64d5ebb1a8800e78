// Trails: each draw call joins two columns of past positions, one instance per agent. Needs lines.wgsl.

struct Styles {
    styles: array<vec4<f32>, 256>,
}

struct Trails {
    // how many pieces a trail has, the width in pixels, how far the newest piece has grown
    trails: vec4<f32>,
}

@group(1) @binding(0) var<uniform> styles: Styles;
@group(1) @binding(1) var<uniform> trails: Trails;

struct Piece {
    @location(0) older: vec3<f32>,
    @location(1) older_tag: u32,
    @location(2) newer: vec3<f32>,
    @location(3) newer_tag: u32,
}

@vertex
fn trail_vertex(@builtin(vertex_index) index: u32, piece: Piece) -> OnLine {
    // The piece's age is in the number of the first vertex: it costs neither a buffer nor a binding.
    let number = index / 4u;
    let corner = index % 4u;
    let pieces = trails.trails.x;
    let newest = f32(number) + 1.5 > pieces;
    var way = piece.newer - piece.older;
    let period = globals.periods.xyz;
    let across_seam = any((abs(way) > period * 0.5) & (period > vec3(0.0)));
    let end = piece.older + way * select(1.0, trails.trails.z, newest);
    let strip = strip(piece.older, end, trails.trails.y, corner);
    let age = (f32(number) + strip.share) / pieces;

    var seen: OnLine;
    seen.clip = strip.clip;
    // A tag tells whether two positions belong to one trail; 0 is nobody's.
    if across_seam || piece.older_tag != piece.newer_tag || piece.newer_tag == 0u {
        seen.clip = vec4(2.0, 2.0, 2.0, 1.0);
    } else if !SPACE {
        seen.clip.z = 0.06;
    }
    var color = styles.styles[min(piece.newer_tag & 0xffffu, 255u)].rgb;
    if globals.choice.y == BY_HEADING {
        color = wheel(select(way.xy, vec2(way.x, -way.z), SPACE));
    }
    if globals.choice.z == 1u {
        color *= mix(0.85, 0.3, smoothstep(0.25, 0.85, dot(color, vec3(0.21, 0.72, 0.07))));
    }
    seen.color = vec4(color, 0.7 * age * age);
    seen.at = strip.at;
    seen.dashes = 0.0;
    seen.place = mix(piece.older, end, strip.share);
    return seen;
}

// As a line, but with flat ends: pieces that overlapped would show as beads.
@fragment
fn trail_fragment(seen: OnLine) -> @location(0) vec4<f32> {
    let at = seen.at * seen.clip.w;
    let on = select(1.0, 0.0, at.x < 0.0 || at.x > at.z);
    let cover = clamp(at.w + 0.5 - abs(at.y), 0.0, 1.0) * on;
    return vec4(fogged(seen.color.rgb, seen.place), seen.color.a * cover);
}
