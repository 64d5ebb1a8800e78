// Lines of a width in pixels with round ends, dashed if wanted; trails; and filled triangles.

struct Segment {
    @location(0) from_width: vec4<f32>,
    @location(1) to_dash: vec4<f32>,
    @location(2) color: vec4<f32>,
}

struct OnLine {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
    // along and across the line in pixels, its length and half its width; times w, for they are linear in the picture and
    // not in space (WebGL2 cannot be told so)
    @location(1) at: vec4<f32>,
    // how many dashes from its beginning
    @location(2) dashes: f32,
    @location(3) place: vec3<f32>,
}

struct Strip {
    clip: vec4<f32>,
    at: vec4<f32>,
    // how far from the beginning (0) to the end (1)
    share: f32,
}

// A corner of the strip around a line. What lies behind the eye is cut off.
fn strip(from_: vec3<f32>, to_: vec3<f32>, width: f32, corner: u32) -> Strip {
    var a = globals.matrix * vec4(from_, 1.0);
    var b = globals.matrix * vec4(to_, 1.0);
    let near = globals.clock.w * 0.01;
    let gone = a.w < near && b.w < near;
    if a.w < near {
        a = mix(a, b, (near - a.w) / (b.w - a.w));
    } else if b.w < near {
        b = mix(b, a, (near - b.w) / (a.w - b.w));
    }
    let half_screen = globals.screen.xy * 0.5;
    let a_px = a.xy / a.w * half_screen;
    let b_px = b.xy / b.w * half_screen;
    let length_px = length(b_px - a_px);
    let along = select(vec2(1.0, 0.0), (b_px - a_px) / max(length_px, 1e-6), length_px > 1e-4);
    let across = vec2(-along.y, along.x);
    let half_width = max(width, 1.0) * 0.5;
    let pad = half_width + 1.0;
    let end = f32(corner & 1u);
    let side = f32(corner >> 1u) * 2.0 - 1.0;
    let base = mix(a, b, end);
    let off = along * pad * (end * 2.0 - 1.0) + across * pad * side;
    var clip = base + vec4(off / half_screen * base.w, 0.0, 0.0);
    if gone {
        clip = vec4(2.0, 2.0, 2.0, 1.0);
    }
    let at = vec4(end * length_px + pad * (end * 2.0 - 1.0), pad * side, length_px, half_width);
    return Strip(clip, at * clip.w, end);
}

@vertex
fn line_vertex(@builtin(vertex_index) corner: u32, line: Segment) -> OnLine {
    return on_line(line, corner, 0.05);
}

@vertex
fn mark_vertex(@builtin(vertex_index) corner: u32, line: Segment) -> OnLine {
    return on_line(line, corner, 0.9);
}

// `layer` is the depth it is drawn at in the plane.
fn on_line(line: Segment, corner: u32, layer: f32) -> OnLine {
    let strip = strip(line.from_width.xyz, line.to_dash.xyz, line.from_width.w, corner);
    var seen: OnLine;
    seen.clip = strip.clip;
    if !SPACE {
        seen.clip.z = layer;
    }
    seen.color = line.color;
    seen.color.a *= min(line.from_width.w, 1.0);
    seen.at = strip.at;
    let dash = line.to_dash.w;
    seen.dashes = select(0.0, strip.share * length(line.to_dash.xyz - line.from_width.xyz) / dash, dash > 0.0);
    seen.place = mix(line.from_width.xyz, line.to_dash.xyz, strip.share);
    return seen;
}

fn cover(seen: OnLine) -> f32 {
    let at = seen.at * seen.clip.w;
    let past = max(max(-at.x, at.x - at.z), 0.0);
    let off = length(vec2(past, at.y));
    return clamp(at.w + 0.5 - off, 0.0, 1.0);
}

// Edges and pins: part of the scene, in the fog.
@fragment
fn line_fragment(seen: OnLine) -> @location(0) vec4<f32> {
    let on = select(1.0, 0.0, fract(seen.dashes) > 0.55);
    return vec4(fogged(seen.color.rgb, seen.place), seen.color.a * cover(seen) * on);
}

// Marks: on top, never in the fog.
@fragment
fn mark_fragment(seen: OnLine) -> @location(0) vec4<f32> {
    return vec4(seen.color.rgb, seen.color.a * cover(seen));
}

// Marks where something is in front of them.
@fragment
fn hidden_fragment(seen: OnLine) -> @location(0) vec4<f32> {
    return vec4(seen.color.rgb, seen.color.a * cover(seen) * 0.25);
}

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) color: vec4<f32>,
}

struct Filled {
    @builtin(position) clip: vec4<f32>,
    @location(0) color: vec4<f32>,
}

@vertex
fn fill_vertex(corner: Corner) -> Filled {
    return Filled(globals.matrix * vec4(corner.position, 1.0), corner.color);
}

@fragment
fn fill_fragment(seen: Filled) -> @location(0) vec4<f32> {
    return seen.color;
}
