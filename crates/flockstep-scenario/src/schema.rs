//! A JSON Schema for editors, made from the engine's own tables.

use crate::MAP_LEGEND;
use crate::resolve::{
    AGENT_KEYS, DEFAULT_TIME_STEP, FIELD_TYPES, GROUP_KEYS, OBSTACLE_SHAPES, PATH_KEYS, PLACE_SHAPES, ROOT_KEYS,
    SPACE_KEYS,
};
use crate::resolve::{MATCH_WORDS, OF_WORDS};
use flockstep::group::{Common, Group};
use flockstep::parameters::{Kind, Parameters, Spec, Value};
use flockstep::settings::{Blend, BlendKind, Body, Captures, Pick, Shape, Sight};
use flockstep::steer::REGISTRY;
use flockstep::{Edge, FARTHEST, FASTEST, MOST_AGENTS, MOST_BEHAVIORS, MOST_KINDS, TIME_STEPS};
use serde_json::{Map, Value as Json, json};

/// A JSON Schema (2020-12) of scenario files, for editors to complete and check with.
///
/// It knows types, ranges, words and keys. What depends on the rest of the file (names, the number of coordinates, sums)
/// only [`crate::Scenario::parse`] knows.
pub fn json_schema() -> String {
    let mut definitions = Map::new();
    for entry in REGISTRY {
        definitions.insert(format!("behavior.{}", entry.name), behavior(entry));
    }
    for (name, definition) in [
        ("point", point()),
        ("of", of()),
        ("target", target()),
        ("sight", parameters(&[&Sight::default()], &[])),
        ("body", one_of(Body::MODELS.iter().filter_map(|model| Body::of_model(model)).map(|model| body(&model)))),
        ("blend", blend()),
        ("captures", parameters(&[&Captures::default()], &[])),
        ("place", one_of(PLACE_SHAPES.iter().map(shape))),
        ("obstacle", one_of(OBSTACLE_SHAPES.iter().map(shape))),
        ("field", one_of(FIELD_TYPES.iter().map(field))),
        ("path", object(PATH_KEYS, &["name", "points"], path_key)),
        ("behavior", one_of(REGISTRY.iter().map(|entry| reference(&format!("behavior.{}", entry.name))))),
        ("agent", object(AGENT_KEYS, &["position"], |_| reference("point"))),
        ("group", object(GROUP_KEYS, &["name"], group_key)),
        ("space", object(SPACE_KEYS, &[], space_key)),
    ] {
        definitions.insert(name.into(), definition);
    }
    let mut root = object(ROOT_KEYS, &["dimensions"], root_key);
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!("Flockstep scenario");
    root["$defs"] = Json::Object(definitions);
    format!("{root:#}\n")
}

fn root_key(key: &str) -> Json {
    match key {
        "name" => described(json!({ "type": "string" }), "Its name, for people."),
        "about" => described(json!({ "type": "string" }), "One sentence about it."),
        "dimensions" => described(json!({ "enum": [2, 3] }), "How many axes the world has."),
        "seed" => {
            let whole = json!({ "type": "integer", "minimum": 0, "maximum": u64::MAX, "default": 0 });
            described(whole, "The seed of all randomness.")
        }
        "time_step" => {
            let mut seconds = ranged("number", TIME_STEPS.map(shortest));
            seconds["default"] = decimal(DEFAULT_TIME_STEP);
            described(seconds, "The length of a step in seconds.")
        }
        "space" => described(reference("space"), "The space agents move in."),
        "markers" => {
            let points = json!({ "type": "object", "additionalProperties": reference("point") });
            described(points, "Named points that targets can refer to and that may move.")
        }
        "groups" => {
            let groups = json!({ "type": "array", "items": reference("group"), "maxItems": MOST_KINDS });
            described(groups, "Agents of one kind each.")
        }
        "obstacles" => described(json!({ "type": "array", "items": reference("obstacle") }), "Solid things."),
        "fields" => {
            described(json!({ "type": "array", "items": reference("field") }), "Fields that lead or carry agents.")
        }
        _ => described(json!({ "type": "array", "items": reference("path") }), "Lines to follow."),
    }
}

fn space_key(key: &str) -> Json {
    match key {
        "edge" => described(json!({ "enum": Edge::WORDS, "default": Edge::Open.word() }), "What happens at the edge."),
        "min" => described(reference("point"), "The least corner."),
        _ => described(reference("point"), "The greatest corner."),
    }
}

fn group_key(key: &str) -> Json {
    let name = || json!({ "type": "string", "minLength": 1 });
    match key {
        "name" => described(name(), "Its name, which no other group has."),
        "layers" => described(json!({ "type": "array", "items": name() }), "Layers that behaviors choose it by."),
        "color" => {
            let color = json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "default": Group::new("").color });
            described(color, "Its color, as #rrggbb.")
        }
        "shape" => described(
            json!({ "enum": Shape::WORDS }),
            "What its agents look like; what fits its name and body unless given.",
        ),
        "player" => described(json!({ "type": "boolean", "default": false }), "Whether a player may drive its agents."),
        "count" => {
            let count = ranged("integer", [0.0, MOST_AGENTS as f64]);
            described(count, "How many agents are born; with a place of points one at each unless given.")
        }
        "place" => described(reference("place"), "Where agents are born; anywhere in the space unless given."),
        "speed" => {
            let speed = ranged("number", [0.0, shortest(FASTEST)]);
            let range = json!({ "type": "array", "items": speed, "minItems": 2, "maxItems": 2 });
            let either = json!({ "anyOf": [speed, range] });
            described(either, "The speed at birth, or the least and the greatest; half the max speed unless given.")
        }
        "agents" => described(json!({ "type": "array", "items": reference("agent") }), "Agents given exactly."),
        "sight" => described(reference("sight"), "How far, how wide and how many they see."),
        "body" => described(reference("body"), "How steering becomes motion."),
        "blend" => described(reference("blend"), "How the steering of several behaviors becomes one vector."),
        "captures" => described(reference("captures"), "Whom it eats on touch."),
        _ => {
            let behaviors = json!({ "type": "array", "items": reference("behavior"), "maxItems": MOST_BEHAVIORS });
            described(behaviors, "The behaviors, in order.")
        }
    }
}

fn behavior(entry: &flockstep::steer::Entry) -> Json {
    let rule = (entry.new)();
    let kind = described(json!({ "const": entry.name }), entry.about.what);
    let schema = parameters(&[rule.parameters(), &Common::default()], &[("type", kind, true)]);
    described(schema, &format!("{} Default response: {}.", entry.about.what, entry.response.word()))
}

fn body(body: &Body) -> Json {
    // A body that names no model is a point.
    let required = body.model() != Body::default().model();
    let model = described(json!({ "const": body.model() }), "How steering becomes motion.");
    parameters(&[body.parameters()], &[("model", model, required)])
}

fn blend() -> Json {
    json!({ "anyOf": [{ "enum": BlendKind::WORDS }, parameters(&[&Blend::default()], &[])] })
}

fn point() -> Json {
    let coordinate = ranged("number", [-shortest(FARTHEST), shortest(FARTHEST)]);
    let points = json!({ "type": "array", "items": coordinate, "minItems": 2, "maxItems": 3 });
    described(points, "One number per axis of the world.")
}

fn of() -> Json {
    let names = json!({ "type": "array", "items": { "type": "string" } });
    let layers = object(&["layers", "match"], &["layers"], |key| match key {
        "layers" => names.clone(),
        _ => json!({ "enum": MATCH_WORDS, "default": MATCH_WORDS[0] }),
    });
    let groups = object(&["groups"], &["groups"], |_| names.clone());
    one_of([json!({ "enum": OF_WORDS }), layers, groups].into_iter())
}

fn target() -> Json {
    let name = json!({ "type": "string", "minLength": 1 });
    let group = object(&["group", "pick"], &["group"], |key| match key {
        "group" => name.clone(),
        _ => json!({ "enum": Pick::WORDS, "default": Pick::Nearest.word() }),
    });
    let marker = object(&["marker"], &["marker"], |_| name.clone());
    let at = object(&["point"], &["point"], |_| reference("point"));
    let agent = object(&["agent"], &["agent"], |_| ranged("integer", [0.0, f64::from(u32::MAX)]));
    one_of([at, marker, group, agent].into_iter())
}

fn shape((name, keys): &(&str, &[&str])) -> Json {
    let required: Vec<&str> = keys.iter().copied().filter(|key| *key != "velocity").collect();
    object(keys, &required, |key| match key {
        "shape" => json!({ "const": name }),
        "radius" => ranged("number", [0.0, shortest(FARTHEST)]),
        "points" => json!({ "type": "array", "items": reference("point"), "minItems": 1 }),
        _ => reference("point"),
    })
}

fn field((name, keys): &(&str, &[&str])) -> Json {
    let flow = *name == "flow";
    // Whether a flow needs a cell or goals depends on its map.
    let required: Vec<&str> = keys.iter().copied().filter(|key| !flow || ["name", "type"].contains(key)).collect();
    let length = |least: f64| ranged("number", [least, 1e15]);
    object(keys, &required, |key| match key {
        "type" => json!({ "const": name }),
        "name" => json!({ "type": "string", "minLength": 1 }),
        "map" => {
            described(json!({ "type": "string" }), &format!("Rows of characters, the first on top: {MAP_LEGEND}."))
        }
        "image" => {
            described(json!({ "type": "string" }), "A PNG image beside the file: white costs 1, black is a wall.")
        }
        "cell" => described(ranged("number", [1e-6, 1e12]), "How wide a cell is."),
        "goals" => described(json!({ "anyOf": [goal(), { "type": "array", "items": goal() }] }), "Where it leads."),
        "obstacles" => described(json!({ "type": "boolean", "default": true }), "Whether obstacles are in the way."),
        "clearance" => described(length(0.0), "How near to an obstacle a way may lead, at least half a cell."),
        "moving_cost" => described(ranged("number", [0.0, 1e6]), "What a moving obstacle adds to the cost."),
        "speed" => described(ranged("number", [-1e9, 1e9]), "The speed at the radius, counterclockwise."),
        "radius" => described(length(1e-6), "Where it is fastest."),
        "size" => {
            let count = ranged("integer", [1.0, flockstep::ground::MOST_CELLS as f64]);
            let pair = json!({ "type": "array", "items": count, "minItems": 2, "maxItems": 2 });
            described(pair, "How many points there are along x and y.")
        }
        "velocities" => json!({ "type": "array", "items": reference("point"), "minItems": 1 }),
        _ => reference("point"),
    })
}

fn goal() -> Json {
    let marker = object(&["marker"], &["marker"], |_| json!({ "type": "string", "minLength": 1 }));
    one_of([object(&["point"], &["point"], |_| reference("point")), marker].into_iter())
}

fn path_key(key: &str) -> Json {
    match key {
        "name" => described(json!({ "type": "string", "minLength": 1 }), "Its name, which no other path has."),
        "points" => described(json!({ "type": "array", "items": reference("point"), "minItems": 2 }), "Its points."),
        "closed" => described(json!({ "type": "boolean", "default": false }), "Whether its end is its beginning."),
        "smooth" => described(json!({ "type": "boolean", "default": false }), "Whether it bends through its points."),
        _ => described(ranged("number", [0.0, 1e15]), "How far from the line one is still on the path."),
    }
}

/// The schema of a table that fills structs of parameters, with further keys (and whether each must be there) before
/// them. Where two structs have a parameter of the same name, the first one's counts.
fn parameters(sets: &[&dyn Parameters], besides: &[(&str, Json, bool)]) -> Json {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    for (key, schema, must) in besides {
        properties.insert(key.to_string(), schema.clone());
        required.extend(must.then_some(*key));
    }
    for set in sets {
        for (place, spec) in set.specs().iter().enumerate() {
            let schema = parameter(spec, &set.get_at(place).unwrap_or(Value::None));
            let (table, part) =
                spec.name.split_once('.').map_or((spec.name, None), |(table, part)| (table, Some(part)));
            match part {
                None if properties.contains_key(table) => continue,
                None => drop(properties.insert(table.into(), schema)),
                Some(part) => {
                    let inner = properties.entry(table).or_insert_with(|| object(&[], &[], |_| Json::Null));
                    inner["properties"][part] = schema;
                }
            }
            required.extend(spec.required.then_some(spec.name));
        }
    }
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn parameter(spec: &Spec, default: &Value) -> Json {
    let number = || ranged("number", spec.range);
    let mut schema = match spec.kind {
        Kind::Number => number(),
        Kind::Count => ranged("integer", spec.range),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Word(words) => json!({ "enum": words }),
        Kind::NumberOrWord(words) => json!({ "anyOf": [number(), { "enum": words }] }),
        Kind::Text => json!({ "type": "string" }),
        Kind::Point => reference("point"),
        Kind::Three => json!({ "type": "array", "items": number(), "minItems": 3, "maxItems": 3 }),
        Kind::Of => reference("of"),
        Kind::Target => reference("target"),
        Kind::Targets => {
            json!({ "anyOf": [reference("target"), { "type": "array", "items": reference("target") }] })
        }
    };
    let default = match default {
        Value::Flag(flag) => json!(flag),
        Value::Number(number) => decimal(*number as f32),
        Value::Word(word) if !spec.required => json!(word),
        Value::Numbers(numbers) => numbers.iter().map(|number| decimal(*number as f32)).collect(),
        _ => Json::Null,
    };
    if default != Json::Null {
        schema["default"] = default;
    }
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" In {}.", spec.unit) };
    described(schema, &format!("{}{unit}", spec.doc))
}

fn object(keys: &[&str], required: &[&str], schema: impl Fn(&str) -> Json) -> Json {
    let properties: Map<String, Json> = keys.iter().map(|key| (key.to_string(), schema(key))).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn one_of(schemas: impl Iterator<Item = Json>) -> Json {
    json!({ "oneOf": schemas.collect::<Vec<_>>() })
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn described(mut schema: Json, text: &str) -> Json {
    schema["description"] = json!(text);
    schema
}

/// A number or whole number in a range. JSON has no infinity: the tools that check TOML by a schema turn `inf` into null,
/// so where a range is open that is allowed too.
fn ranged(kind: &str, [least, most]: [f64; 2]) -> Json {
    let mut schema = json!({ "type": kind });
    if least.is_infinite() || most.is_infinite() {
        schema["type"] = json!([kind, "null"]);
    }
    for (key, end) in [("minimum", least), ("maximum", most)] {
        if end.is_finite() {
            schema[key] = if kind == "integer" { json!(end as i64) } else { json!(end) };
        }
    }
    schema
}

fn decimal(number: f32) -> Json {
    json!(shortest(number))
}

/// The number that the shortest digits of an `f32` mean, as a file has them.
fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}
