// The finished picture, into whatever the caller draws on.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;

struct Seen {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> Seen {
    let at = vec2(f32((corner << 1u) & 2u), f32(corner & 2u));
    return Seen(vec4(at * 2.0 - 1.0, 0.0, 1.0), vec2(at.x, 1.0 - at.y));
}

// For targets that turn light into sRGB by themselves.
@fragment
fn as_light(seen: Seen) -> @location(0) vec4<f32> {
    return vec4(textureSample(picture, linear, seen.at).rgb, 1.0);
}

// For targets that take bytes as they are, as windows mostly do.
@fragment
fn as_bytes(seen: Seen) -> @location(0) vec4<f32> {
    let light = textureSample(picture, linear, seen.at).rgb;
    let low = light * 12.92;
    let high = 1.055 * pow(max(light, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055;
    return vec4(select(high, low, light <= vec3(0.0031308)), 1.0);
}
