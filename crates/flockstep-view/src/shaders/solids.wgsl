// Solid things.

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
}

struct Seen {
    @builtin(position) clip: vec4<f32>,
    @location(0) normal: vec3<f32>,
    @location(1) place: vec3<f32>,
}

@vertex
fn vertex(corner: Corner) -> Seen {
    var clip = globals.matrix * vec4(corner.position, 1.0);
    if !SPACE {
        clip.z = 0.1;
    }
    return Seen(clip, corner.normal, corner.position);
}

@fragment
fn fragment(seen: Seen) -> @location(0) vec4<f32> {
    let normal = normalize(seen.normal);
    // Stone, a shade off the background.
    let dark = vec3(0.13, 0.15, 0.19);
    let bright = vec3(0.27, 0.3, 0.34);
    let stone = select(dark, bright, globals.choice.z == 1u);
    if !SPACE {
        let lit = 0.8 + 0.5 * dot(normal, normalize(vec3(-0.45, 0.6, 0.65)));
        return vec4(stone * lit * select(0.75, 1.3, globals.choice.z == 1u), 1.0);
    }
    let toward = normalize(globals.eye.xyz - seen.place);
    let rim = pow(1.0 - max(dot(normal, toward), 0.0), 3.0) * 0.3;
    let color = stone * 1.6 * light(normal, key_share(seen.place)) + globals.sky.rgb * rim;
    return vec4(fogged(color, seen.place), 1.0);
}
