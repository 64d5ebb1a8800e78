//! As much of JSON Schema as our schema uses. A published validator would bring some eighty crates for one test; this one
//! panics at any keyword it does not know, so the schema cannot outgrow it unnoticed.

use serde_json::{Map, Value};

/// What is wrong with a value, or nothing.
pub fn validate(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    let keywords = schema.as_object().ok_or("a schema that is no object")?;
    for (keyword, argument) in keywords {
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "default" => true,
            "$ref" => {
                let name =
                    argument.as_str().and_then(|name| name.strip_prefix("#/$defs/")).ok_or("a foreign reference")?;
                let definition = root["$defs"].get(name).ok_or(format!("no definition of {name}"))?;
                validate(definition, root, value).map(|()| true)?
            }
            "type" => match argument.as_array() {
                Some(several) => several.iter().any(|name| has_type(value, name)),
                None => has_type(value, argument),
            },
            "const" => value == argument,
            "enum" => argument.as_array().is_some_and(|all| all.contains(value)),
            "oneOf" => matching(argument, root, value) == 1,
            "anyOf" => matching(argument, root, value) >= 1,
            "required" => {
                let missing = |key: &&Value| key.as_str().is_none_or(|key| value.get(key).is_none());
                !value.is_object() || argument.as_array().is_some_and(|all| all.iter().find(missing).is_none())
            }
            "properties" | "additionalProperties" => check_entries(keywords, root, value).map(|()| true)?,
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    validate(argument, root, item)?;
                }
                true
            }
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= argument.as_f64()),
            "maximum" => value.as_f64().is_none_or(|number| Some(number) <= argument.as_f64()),
            "minItems" => value.as_array().is_none_or(|all| Some(all.len() as u64) >= argument.as_u64()),
            "maxItems" => value.as_array().is_none_or(|all| Some(all.len() as u64) <= argument.as_u64()),
            "minLength" => value.as_str().is_none_or(|text| Some(text.chars().count() as u64) >= argument.as_u64()),
            "pattern" => {
                assert_eq!(argument, "^#[0-9a-fA-F]{6}$");
                let digits = |text: &str| text.len() == 7 && text[1..].bytes().all(|digit| digit.is_ascii_hexdigit());
                value.as_str().is_none_or(|text| text.starts_with('#') && digits(text))
            }
            unknown => panic!("the keyword {unknown} is not known here"),
        };
        if !fits {
            return Err(format!("{value} does not fit {keyword}: {argument}"));
        }
    }
    Ok(())
}

fn matching(schemas: &Value, root: &Value, value: &Value) -> usize {
    schemas.as_array().into_iter().flatten().filter(|schema| validate(schema, root, value).is_ok()).count()
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("null") => value.is_null(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => panic!("the type {name} is not known here"),
    }
}

fn check_entries(schema: &Map<String, Value>, root: &Value, value: &Value) -> Result<(), String> {
    for (key, inner) in value.as_object().into_iter().flatten() {
        match (schema.get("properties").and_then(|all| all.get(key)), schema.get("additionalProperties")) {
            (Some(property), _) => validate(property, root, inner).map_err(|error| format!("{key}: {error}"))?,
            (None, Some(Value::Bool(false))) => return Err(format!("the key {key} is not known")),
            (None, Some(rest)) => validate(rest, root, inner).map_err(|error| format!("{key}: {error}"))?,
            (None, None) => {}
        }
    }
    Ok(())
}
