//! The schema for editors agrees with the reader.

#![allow(clippy::unwrap_used)]

mod draw;
mod validate;

use flockstep_scenario::{STARTER, gallery, json_schema};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

static SCHEMA: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(&json_schema()).unwrap());

fn check(text: &str) -> Result<(), String> {
    let table = DeTable::parse(text).unwrap().into_inner();
    validate::validate(&SCHEMA, &SCHEMA, &of_table(table))
}

fn of_table(table: DeTable) -> Value {
    let entries = table.into_iter().map(|(key, value)| (key.into_inner().into_owned(), of_value(value.into_inner())));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn of_value(value: DeValue) -> Value {
    match value {
        DeValue::String(text) => json!(text),
        DeValue::Integer(whole) => json!(
            whole.as_str().parse::<u64>().map_or_else(|_| json!(whole.as_str().parse::<i64>().unwrap()), |n| json!(n))
        ),
        // JSON has no infinity; this makes it null, as the tools do.
        DeValue::Float(float) => json!(float.as_str().parse::<f64>().unwrap()),
        DeValue::Boolean(flag) => json!(flag),
        DeValue::Datetime(_) => panic!("scenarios have no dates"),
        DeValue::Array(items) => items.into_iter().map(|item| of_value(item.into_inner())).collect(),
        DeValue::Table(table) => of_table(table),
    }
}

#[test]
fn the_starter_and_the_gallery_fit_the_schema() {
    check(STARTER).unwrap();
    for scene in gallery::scenes() {
        check(scene.text).unwrap_or_else(|error| panic!("{}: {error}", scene.name));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_the_writer_writes_fits_the_schema(words in prop::collection::vec(any::<u64>(), 0..600)) {
        let text = draw::scenario(&words).to_toml();
        prop_assert_eq!(check(&text), Ok(()), "{}", text);
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let group = "dimensions = 2\n[[groups]]\nname = \"a\"\n";
    let behavior = format!("{group}[[groups.behaviors]]\n");
    for wrong in [
        "seed = 1".to_string(),
        "dimensions = 4".into(),
        "dimensions = 2\nbanana = 1".into(),
        "dimensions = 2\nseed = -1".into(),
        "dimensions = 2\ntime_step = 0".into(),
        "dimensions = 2\nspace = { edge = \"warp\" }".into(),
        "dimensions = 2\nmarkers = { home = [1] }".into(),
        "dimensions = 2\nobstacles = [{ shape = \"ball\", center = [0, 0], radius = -1 }]".into(),
        "dimensions = 2\n[[groups]]\ncount = 1".into(),
        format!("{group}color = \"blue\""),
        format!("{group}shape = \"boat\""),
        format!("{group}count = 1_000_000_000"),
        format!("{group}speed = [1, 2, 3]"),
        format!("{group}sight = {{ radius = -1 }}"),
        format!("{group}body = {{ model = \"pont\" }}"),
        format!("{group}body = {{ model = \"heading\", mass = 1 }}"),
        format!("{group}blend = \"sums\""),
        format!("{group}captures = {{ distance = 1 }}"),
        format!("{behavior}type = \"aligment\""),
        format!("{behavior}type = \"seek\""),
        format!("{behavior}type = \"cohesion\"\nwieght = 1"),
        format!("{behavior}type = \"cohesion\"\nweight = \"high\""),
        format!("{behavior}type = \"cohesion\"\nahead = {{ angle = 400 }}"),
        format!("{behavior}type = \"avoid\"\nof = {{ layers = [\"x\"], groups = [\"a\"] }}"),
        format!("{behavior}type = \"seek\"\ntarget = {{ group = \"a\", pick = \"last\" }}"),
    ] {
        assert!(check(&wrong).is_err(), "{wrong}");
        assert!(flockstep_scenario::Scenario::parse(&wrong, "w.toml").is_err(), "{wrong}");
    }
}

#[test]
fn every_key_tells_an_editor_what_it_is() {
    fn look(schema: &Value, path: &str) {
        for (key, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let described = property.get("description").is_some() || property.get("properties").is_some();
            assert!(described, "{path}.{key} has no description");
            look(property, &format!("{path}.{key}"));
        }
    }
    look(&SCHEMA, "");
    for (name, definition) in SCHEMA["$defs"].as_object().unwrap() {
        if name.starts_with("behavior.") || name == "group" || name == "space" {
            look(definition, name);
        }
    }
    assert_eq!(SCHEMA["$defs"]["behavior.separation"]["properties"]["weight"]["default"], json!(1.0));
}
