//! The reference for the manual.

use super::reference::{Page, TOPICS, behavior, find};
use flockstep::steer::REGISTRY;

/// The whole reference.
pub fn whole() -> String {
    let mut text = String::from(
        "# Reference\n\nMade by `flockstep describe --markdown` from the engine's registry; do not edit it by hand.\n\n\
         ## Behaviors\n\n| behavior | response | what it does |\n| --- | --- | --- |\n",
    );
    for entry in REGISTRY {
        let (name, what) = (entry.name, cell(entry.about.what));
        text += &format!("| [`{name}`](#{name}) | `{}` | {what} |\n", entry.response.word());
    }
    for entry in REGISTRY {
        text += &format!("\n{}", page(&behavior(entry)));
    }
    for (topic, what) in TOPICS {
        text += &format!("\n## {}\n\n{what}\n", title(topic));
        for mut one in find(topic).unwrap_or_default() {
            if one.what == what {
                one.what.clear();
            }
            text += &format!("\n{}", page(&one));
        }
    }
    text
}

/// One page.
pub fn page(page: &Page) -> String {
    let mut text = format!("### {}\n\n", page.name);
    if !page.what.is_empty() {
        text += &format!("{}\n\n", page.what);
    }
    for (label, fact) in &page.facts {
        text += &format!("- **{label}**: {fact}\n");
    }
    if !page.facts.is_empty() {
        text.push('\n');
    }
    if !page.parameters.is_empty() {
        text += "| parameter | default | unit | allowed | what it does |\n| --- | --- | --- | --- | --- |\n";
        for one in &page.parameters {
            let spec = one.spec;
            let default = match one.default.as_str() {
                word @ ("required" | "unset") => word.to_string(),
                value => format!("`{}`", cell(value)),
            };
            let (unit, allowed, doc) = (cell(spec.unit), cell(&spec.allowed()), cell(spec.doc));
            text += &format!("| `{}` | {default} | {unit} | {allowed} | {doc} |\n", spec.name);
        }
        text.push('\n');
    }
    if page.is_behavior {
        text += "And the parameters of every behavior: see [common](#common).\n\n";
    }
    text + &format!("```toml\n{}```\n", page.example)
}

/// A text that does not break its table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn title(topic: &str) -> String {
    let mut letters = topic.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_holds_every_behavior_and_its_tables_are_whole() {
        let text = whole();
        for entry in REGISTRY {
            assert!(text.contains(&format!("### {}\n", entry.name)), "{}", entry.name);
        }
        for line in text.lines().filter(|line| line.starts_with("| `")) {
            let bars = line.replace("\\|", "").matches('|').count();
            assert_eq!(bars, 6, "{line}");
        }
    }
}
