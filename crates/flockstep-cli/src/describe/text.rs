//! The reference for the terminal.

use super::reference::{Page, Parameter, TOPICS};
use crate::table::{Align, Table, wrap};
use flockstep::group::Common;
use flockstep::steer::REGISTRY;

/// Letters in a line.
const WIDTH: usize = 100;

/// All behaviors in a table.
pub fn overview() -> String {
    let mut table = Table::new(&[("behavior", Align::Left), ("response", Align::Left), ("what it does", Align::Left)]);
    for entry in REGISTRY {
        table.row([entry.name.into(), entry.response.word().into(), entry.about.what.into()]);
    }
    let mut topics = Table::new(&[("besides", Align::Left), ("what it is", Align::Left)]);
    for (topic, what) in TOPICS {
        topics.row([topic.into(), what.into()]);
    }
    format!("{}\n{}\nflockstep describe NAME tells more of each\n", table.text(""), topics.text(""))
}

/// One page.
pub fn page(page: &Page) -> String {
    let mut text = wrap(&format!("{}: {}", page.name, page.what), WIDTH, "  ") + "\n\n";
    for (label, fact) in &page.facts {
        let label = format!("{label:10}");
        text += &format!("{label}{}\n", wrap(fact, WIDTH - label.len(), &" ".repeat(label.len())));
    }
    if !page.facts.is_empty() {
        text.push('\n');
    }
    if !page.parameters.is_empty() {
        text += "parameters\n";
        page.parameters.iter().for_each(|one| text += &parameter(one));
        text.push('\n');
    }
    if page.is_behavior {
        let names: Vec<&str> = Common::SPECS.iter().map(|spec| spec.name).collect();
        let line = format!("and as every behavior (flockstep describe common): {}", names.join(", "));
        text += &(wrap(&line, WIDTH, "  ") + "\n\n");
    }
    text += "example\n";
    page.example.lines().for_each(|line| text += &format!("  {line}\n"));
    text
}

fn parameter(parameter: &Parameter) -> String {
    let spec = parameter.spec;
    let default = match parameter.default.as_str() {
        word @ ("required" | "unset") => format!("({word})"),
        value => format!("= {value}"),
    };
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" {}", spec.unit) };
    let allowed = wrap(&format!("{}.", spec.allowed()), WIDTH - 6, "      ");
    let doc = wrap(spec.doc, WIDTH - 6, "      ");
    format!("  {} {default}{unit}\n      {doc}\n      {}\n", spec.name, first_upper(&allowed))
}

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
