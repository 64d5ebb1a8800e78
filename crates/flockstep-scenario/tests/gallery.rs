//! The gallery is the folder of scenarios, and every scene runs.

#![allow(clippy::unwrap_used)]

use flockstep_scenario::{Scenario, gallery};

#[test]
fn the_gallery_is_the_folder() {
    // The crate's own folder is a link to that of the workspace, and a copy of it in a published crate.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let files = std::fs::read_dir(folder).map_or(Vec::new(), |files| files.map(|file| file.unwrap().path()).collect());
    let mut scenes: Vec<(String, String)> = files
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().into(), std::fs::read_to_string(path).unwrap()))
        .collect();
    scenes.sort();
    let listed: Vec<(String, String)> =
        gallery::scenes().iter().map(|scene| (scene.name.into(), scene.text.into())).collect();
    assert_eq!(listed, scenes);
}

#[test]
fn every_scene_reads_builds_and_moves() {
    for scene in gallery::scenes() {
        let scenario = Scenario::parse(scene.text, &format!("{}.toml", scene.name));
        let scenario = scenario.unwrap_or_else(|errors| panic!("{}", errors.render(false)));
        assert!(!scenario.name.is_empty() && scenario.about.ends_with('.'), "{}: a name and a sentence", scene.name);
        let mut world = scenario.build().unwrap_or_else(|error| panic!("{}: {error}", scene.name));
        let start = world.hash();
        world.step();
        assert_ne!(world.hash(), start);
        assert_eq!(gallery::find(scene.name), Some(scene));
    }
    assert_eq!(gallery::find("no such scene"), None);
}
