//! The published models of the gallery beside the figures of the papers: tables on the standard output, pictures in a folder.
//!
//! `cargo run -p flockstep-plot --example models -- docs/images` makes what docs/models.md shows. Names of models after the
//! folder make only those.

#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod ballerini;
mod couzin;
mod cucker_smale;
mod runs;
mod vicsek;

use flockstep_plot::Chart;
use std::path::Path;

/// A model by the name of its scene, and what draws it.
type Model = (&'static str, fn() -> Chart);

const MODELS: [Model; 4] = [
    ("vicsek", vicsek::compare),
    ("couzin", couzin::compare),
    ("cucker_smale", cucker_smale::compare),
    ("ballerini", ballerini::compare),
];

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().unwrap_or_else(|| "docs/images".into());
    let wanted: Vec<String> = words.collect();
    for (name, compare) in MODELS {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            println!("## {name}\n");
            let path = Path::new(&folder).join(format!("{name}.svg"));
            std::fs::write(&path, compare().svg())?;
            println!("\n{}\n", path.display());
        }
    }
    Ok(())
}
