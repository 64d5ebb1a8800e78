// Agents: a body per instance, interpolated between two steps, turned along its heading, with its tail or wings moving.

struct Styles {
    // a color in linear light; w: the length
    styles: array<vec4<f32>, 256>,
}

@group(1) @binding(0) var<uniform> styles: Styles;

struct Body {
    @location(0) position_part: vec4<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) sway_lift: vec2<f32>,
    @location(3) before_speed: vec4<f32>,
    @location(4) now_crowd: vec4<f32>,
    @location(5) heading_before: vec3<f32>,
    @location(6) id: u32,
    @location(7) heading: vec3<f32>,
    @location(8) style_flags: u32,
}

struct Seen {
    @builtin(position) clip: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) place: vec3<f32>,
    @location(2) color: vec3<f32>,
    // the part, and how much it is pointed out
    @location(3) part: vec2<f32>,
    // the normal's upward share in the body's own frame: backs are darker than bellies; and the key light's share
    @location(4) back_share: vec2<f32>,
}

struct Attitude {
    ahead: vec3<f32>,
    up: vec3<f32>,
    starboard: vec3<f32>,
}

fn attitude(body: Body) -> Attitude {
    var ahead = mix(body.heading_before, body.heading, globals.clock.y);
    let size = length(ahead);
    if size < 1e-4 {
        ahead = body.heading;
    }
    ahead /= max(length(ahead), 1e-9);
    if !SPACE {
        return Attitude(ahead, vec3(0.0, 0.0, 1.0), vec3(ahead.y, -ahead.x, 0.0));
    }
    var starboard = cross(ahead, vec3(0.0, 1.0, 0.0));
    if dot(starboard, starboard) < 1e-6 {
        starboard = vec3(1.0, 0.0, 0.0);
    }
    starboard = normalize(starboard);
    // It leans into its turns; hardly into slight ones, which may be but a whim of one step.
    let turn = dot(body.heading - body.heading_before, starboard) / max(globals.clock.z, 1e-6);
    let lean = 0.8 * turn * abs(turn) / (4.0 + turn * turn);
    let level = cross(starboard, ahead);
    let up = level * cos(lean) + starboard * sin(lean);
    return Attitude(ahead, up, cross(ahead, up));
}

fn color_of(body: Body, style: vec4<f32>) -> vec3<f32> {
    let by = globals.choice.y;
    var color = style.rgb;
    if by == BY_SPEED {
        color = ramp(body.before_speed.w);
    } else if by == BY_NEIGHBOURS {
        color = ramp(body.now_crowd.w);
    } else if by == BY_HEADING {
        let way = mix(body.heading_before, body.heading, globals.clock.y);
        color = wheel(select(way.xy, vec2(way.x, -way.z), SPACE));
    } else if by == BY_LEADER && ((body.style_flags >> 16u) & 1u) == 1u {
        color = vec3(0.95, 0.06, 0.05);
    }
    if globals.choice.z == 1u {
        // On a bright background, pale colors need to be deeper.
        let bright = dot(color, vec3(0.21, 0.72, 0.07));
        color *= mix(0.85, 0.22, smoothstep(0.25, 0.85, bright));
    }
    return color;
}

@vertex
fn vertex(body: Body) -> Seen {
    return place_body(body);
}

fn place_body(body: Body) -> Seen {
    let style = styles.styles[min(body.style_flags & 0xffffu, 255u)];
    var way = body.now_crowd.xyz - body.before_speed.xyz;
    let period = globals.periods.xyz;
    way -= select(vec3(0.0), round(way / max(period, vec3(1e-30))) * period, period > vec3(0.0));
    let center = body.now_crowd.xyz - way * (1.0 - globals.clock.y);
    let pose = attitude(body);

    // Each has a rhythm of its own, a little quicker or slower, and beats harder the faster it is.
    let own = fract(f32(body.id % 65536u) * 0.61803399);
    let beat = globals.clock.x * (9.0 + 3.0 * own) + own * TAU;
    var at = body.position_part.xyz;
    at.z += body.sway_lift.x * sin(beat + at.x * 4.5) * (0.35 + 0.65 * body.before_speed.w);
    let flap = sin(beat * 1.15);
    if SPACE {
        at.y += body.sway_lift.y * (flap + 0.25);
    } else {
        at.z *= 1.0 - body.sway_lift.y * (0.5 + 0.5 * flap);
    }

    let depth = select(1.0, max(dot(center - globals.eye.xyz, globals.forward.xyz), 0.0), SPACE);
    let size = max(style.w, globals.screen.w * globals.screen.z * depth);
    let place = center + (pose.ahead * at.x + pose.up * at.y + pose.starboard * at.z) * size;
    let normal = body.normal;

    var seen: Seen;
    seen.clip = globals.matrix * vec4(place, 1.0);
    if !SPACE {
        // Who is above whom must not change from step to step, so the id says it.
        seen.clip.z = 0.3 + 0.4 * own + 1e-4 * at.y;
    }
    seen.normal = pose.ahead * normal.x + pose.up * normal.y + pose.starboard * normal.z;
    seen.place = place;
    seen.color = color_of(body, style);
    seen.part = vec2(body.position_part.w, select(0.0, 1.0, body.id == globals.choice.x));
    seen.back_share = vec2(normal.y, key_share(center));
    return seen;
}

fn flat_color(seen: Seen, normal: vec3<f32>) -> vec3<f32> {
    let lit = 0.58 + 0.66 * max(dot(normal, normalize(vec3(-0.45, 0.6, 0.65))), 0.0);
    return seen.color * lit;
}

fn round_color(seen: Seen, normal: vec3<f32>, toward: vec3<f32>) -> vec3<f32> {
    var skin = seen.color;
    if seen.part.x < 0.5 && BACKDROP == WATER {
        // Fish are dark above and pale below.
        let belly = mix(skin, vec3(0.75, 0.8, 0.8), 0.5);
        skin = mix(belly, skin * 0.75, smoothstep(-0.6, 0.4, seen.back_share.x));
    }
    let lit = light(normal, seen.back_share.y);
    let half_way = normalize(toward + globals.key_way.xyz);
    let gleam = pow(max(dot(normal, half_way), 0.0), 36.0) * 0.35;
    let rim = pow(1.0 - max(dot(normal, toward), 0.0), 3.0) * 0.35;
    return skin * lit + globals.key.rgb * gleam + globals.sky.rgb * rim;
}

@fragment
fn fragment(seen: Seen) -> @location(0) vec4<f32> {
    let toward = select(vec3(0.0, 0.0, 1.0), normalize(globals.eye.xyz - seen.place), SPACE);
    var normal = normalize(seen.normal);
    let part = u32(seen.part.x + 0.5);
    // Fins and wings are thin, and seen from both sides.
    normal *= select(1.0, -1.0, part == 1u && dot(normal, toward) < 0.0);
    var color = select(flat_color(seen, normal), round_color(seen, normal, toward), SPACE);
    if part == 1u {
        color *= 0.78;
    } else if part == 2u {
        color = vec3(0.012, 0.014, 0.02);
    } else if part == 3u {
        color = mix(globals.zenith.rgb, vec3(0.75, 0.9, 1.0), 0.35 + 0.4 * normal.y);
    } else if part == 4u {
        color = mix(seen.color, vec3(1.0, 0.5, 0.16), 0.75) * 1.3;
    }
    color = mix(color, color * 1.5 + 0.22, seen.part.y);
    return vec4(fogged(color, seen.place), 1.0);
}

struct Shadow {
    @builtin(position) clip: vec4<f32>,
    @location(0) place: vec3<f32>,
    @location(1) depth: f32,
}

// The same body, thrown onto the floor by the key light; the fainter the higher it is.
@vertex
fn shadow_vertex(body: Body) -> Shadow {
    let place = place_body(body).place;
    let height = place.y - globals.low.y;
    let onto = place - globals.key_way.xyz * (height / max(globals.key_way.y, 0.1));
    let far = height / max(globals.high.y - globals.low.y, 1e-9);
    // What is under the floor has no shadow; but a body that is half under it keeps its shape.
    return Shadow(globals.matrix * vec4(onto, 1.0), onto, select(0.0, exp(-1.5 * far), height > 0.0));
}

@fragment
fn shadow_fragment(seen: Shadow) -> @location(0) vec4<f32> {
    return vec4(fogged(globals.nadir.rgb * 0.5, seen.place), 0.5 * seen.depth * floor_share(seen.place));
}
