//! Worlds whose cost could grow faster than what they hold: crowds in one point, heaps, targets among thousands. Each is a scenario of a
//! size. `examples/cliffs` times them, `tests/work.rs` counts what they do.

use flockstep::Work;

/// A world that grows.
pub struct Scene {
    pub name: &'static str,
    /// What there are so many of.
    pub of: &'static str,
    /// The size that the program begins with; it goes on with twice and four times as many.
    pub size: usize,
    /// How many times the work may grow when the size does, by four: 4 for what is linear, 16 where all see all.
    #[allow(dead_code)] // the program only shows how it grows
    pub most: f64,
    /// How many steps come before the one that counts: after the first nobody is in one point any more, but fields are
    /// made in it.
    pub before: usize,
    pub text: fn(usize) -> String,
}

/// All that a step did, in one number.
pub fn total(work: &Work) -> u64 {
    let Work { candidates, partings, targets, obstacles, bodies, cells, letters } = *work;
    candidates + partings + targets + obstacles + bodies + cells + letters
}

/// Everyone sees everyone: pairs are what is asked for.
const SQUARE: f64 = 16.0;
/// Linear, with a logarithm.
const LINEAR: f64 = 4.0;
/// Linear once every body touches more than are looked at; a small heap is not.
const HEAP: f64 = 6.0;

pub const SCENES: &[Scene] = &[
    Scene { name: "ball", of: "agents in a small ball", size: 5000, most: SQUARE, before: 0, text: ball },
    Scene { name: "point", of: "agents in one point", size: 5000, most: SQUARE, before: 0, text: point },
    Scene { name: "hair", of: "agents a hair apart", size: 5000, most: SQUARE, before: 0, text: hair },
    Scene {
        name: "few",
        of: "agents in one point who mind the nearest 7",
        size: 5000,
        most: LINEAR,
        before: 0,
        text: few,
    },
    Scene {
        name: "clump",
        of: "agents in a clump who mind the nearest 7",
        size: 5000,
        most: LINEAR,
        before: 0,
        text: clump,
    },
    Scene { name: "pursue", of: "hunters, and as many prey", size: 5000, most: LINEAR, before: 0, text: pursue },
    Scene { name: "herd", of: "hunters, their prey in one point", size: 5000, most: LINEAR, before: 0, text: herd },
    Scene { name: "solids", of: "solid bodies in one point", size: 2500, most: HEAP, before: 0, text: solids },
    Scene {
        name: "context",
        of: "agents in one point who blend by context",
        size: 2500,
        most: SQUARE,
        before: 0,
        text: context,
    },
    Scene { name: "balls", of: "obstacles spread over a world", size: 2500, most: LINEAR, before: 0, text: balls },
    Scene { name: "heap", of: "obstacles in one place", size: 2500, most: LINEAR, before: 0, text: heap },
    Scene { name: "carts", of: "obstacles that move over a field", size: 25, most: LINEAR, before: 1, text: carts },
    Scene {
        name: "field",
        of: "cells of a field that an obstacle moves over",
        size: 250_000,
        most: LINEAR,
        before: 1,
        text: field,
    },
    Scene { name: "plain", of: "cells along the side of a field", size: 500, most: LINEAR, before: 1, text: plain },
    Scene { name: "slots", of: "letters of a formation", size: 4000, most: LINEAR, before: 0, text: slots },
];

const THREE_RULES: &str = "
[[groups.behaviors]]
type = 'separation'
[[groups.behaviors]]
type = 'alignment'
[[groups.behaviors]]
type = 'cohesion'
";

/// A group around a place, 2D.
fn group(name: &str, count: usize, place: &str, keys: &str) -> String {
    format!("[[groups]]\nname = '{name}'\ncount = {count}\nplace = {place}\nspeed = 1\n{keys}\n")
}
fn around(center: &str, radius: f32) -> String {
    format!("{{ shape = 'ball', center = {center}, radius = {radius:?} }}")
}
fn at(center: &str) -> String {
    format!("{{ shape = 'points', points = [{center}] }}")
}
const HEAD: &str = "dimensions = 2\ntime_step = 0.02\n";

fn ball(size: usize) -> String {
    HEAD.to_owned() + &group("flock", size, &around("[3, 4]", 0.1), "sight = { radius = 5 }") + THREE_RULES
}
fn point(size: usize) -> String {
    HEAD.to_owned() + &group("flock", size, &at("[3, 4]"), "sight = { radius = 5 }") + THREE_RULES
}
fn hair(size: usize) -> String {
    HEAD.to_owned() + &group("flock", size, &around("[1000, 1000]", 1e-4), "sight = { radius = 5 }") + THREE_RULES
}
fn few(size: usize) -> String {
    HEAD.to_owned() + &group("flock", size, &at("[3, 4]"), "sight = { radius = 5, nearest = 7 }") + THREE_RULES
}

fn clump(size: usize) -> String {
    HEAD.to_owned()
        + &group("flock", size, &around("[3, 4]", 0.01), "sight = { radius = 5, nearest = 7 }")
        + THREE_RULES
}

fn hunt(size: usize, prey: &str) -> String {
    let chase = "[[groups.behaviors]]\ntype = 'pursue'\ntarget = { group = 'prey', pick = 'nearest' }\n";
    HEAD.to_owned()
        + &group("hunters", size, &around("[0, 0]", 100.0), chase)
        + &group("prey", size, prey, "[[groups.behaviors]]\ntype = 'wander'\n")
}
fn pursue(size: usize) -> String {
    hunt(size, &around("[150, 0]", 100.0))
}
fn herd(size: usize) -> String {
    hunt(size, &at("[150, 0]"))
}

fn solids(size: usize) -> String {
    let body = "body = { model = 'point', radius = 0.5, solid = true }\n";
    HEAD.to_owned() + &group("bodies", size, &at("[3, 4]"), body)
}
fn context(size: usize) -> String {
    HEAD.to_owned()
        + &group("flock", size, &at("[3, 4]"), "sight = { radius = 5 }\nblend = { type = 'context' }")
        + THREE_RULES
        + "[[groups.behaviors]]\ntype = 'avoid_obstacles'\nlookahead = 5\n"
        + &obstacles(12, |nth| ([nth as f32, 6.0], 0.5), "")
}

fn obstacles(count: usize, ball: impl Fn(usize) -> ([f32; 2], f32), keys: &str) -> String {
    let one = |nth: usize| {
        let (center, radius) = ball(nth);
        format!("[[obstacles]]\nshape = 'ball'\ncenter = {center:?}\nradius = {radius:?}\n{keys}")
    };
    (0..count).map(one).collect()
}
/// A thousand who steer clear of obstacles.
fn careful() -> String {
    let keys = "body = { model = 'point', radius = 0.2, solid = true }\n\
         [[groups.behaviors]]\ntype = 'avoid_obstacles'\nlookahead = 6\n";
    HEAD.to_owned() + &group("flock", 1000, &around("[0, 0]", 40.0), keys)
}
fn balls(size: usize) -> String {
    // Over the same disc, so many that dozens are near everywhere: the sunflower's pattern.
    let disc = move |nth: usize| {
        let (radius, angle) = (50.0 * ((nth as f32 + 0.5) / size as f32).sqrt(), nth as f32 * 2.399_963_2);
        ([radius * angle.cos(), radius * angle.sin()], 0.1)
    };
    careful() + &obstacles(size, disc, "")
}
fn heap(size: usize) -> String {
    careful() + &obstacles(size, |_| ([20.0, 20.0], 15.0), "")
}

/// A field to one goal over a square of so many cells along a side.
fn flow(side: usize, cell: f32) -> String {
    let end = 0.5 * side as f32 * cell;
    format!(
        "[space]\nedge = 'clamp'\nmin = [{0:?}, {0:?}]\nmax = [{1:?}, {1:?}]\n\
         [[fields]]\nname = 'way'\ntype = 'flow'\ncell = {cell:?}\ngoals = {{ point = [{2:?}, 0] }}\nmoving_cost = 5\n",
        -end,
        end,
        0.9 * end
    )
}
const FOLLOW: &str = "[[groups.behaviors]]\ntype = 'follow_field'\nfield = 'way'\n";

fn carts(size: usize) -> String {
    HEAD.to_owned()
        + &flow(400, 0.25)
        + &group("flock", 100, &around("[0, 0]", 40.0), FOLLOW)
        + &obstacles(size, |nth| ([-40.0 + nth as f32 * 0.1, 0.0], 30.0), "velocity = [5, 1]\n")
}
fn field(size: usize) -> String {
    let side = (size as f64).sqrt() as usize;
    HEAD.to_owned()
        + &flow(side, 100.0 / side as f32)
        + &group("flock", 100, &around("[0, 0]", 40.0), FOLLOW)
        + &obstacles(1, |_| ([30.0, 0.0], 5.0), "velocity = [5, 1]\n")
}
fn plain(size: usize) -> String {
    HEAD.to_owned() + &flow(size, 100.0 / size as f32) + &group("flock", 20_000, &around("[0, 0]", 40.0), FOLLOW)
}

fn slots(size: usize) -> String {
    let side = (size as f64).sqrt().ceil() as usize;
    let lines: Vec<String> = (0..size.div_ceil(side)).map(|line| "x".repeat(side.min(size - line * side))).collect();
    let drawn = lines.join("\\n");
    let keep = format!(
        "[[groups.behaviors]]\ntype = 'formation'\nshape = 'slots'\nspacing = 1\ntarget = {{ point = [500, 0] }}\nslots = \"{drawn}\"\n"
    );
    HEAD.to_owned() + &group("band", size, &around("[0, 0]", 50.0), &keep)
}
