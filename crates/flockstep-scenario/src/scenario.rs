//! A scenario: everything a world is made from, checked.

use crate::ground::{FieldSettings, ObstacleSettings, PathSettings};
use crate::image::Reach;
use crate::overrides::{self, Override};
use crate::problem::{Errors, Findings};
use crate::resolve::resolve;
use crate::source::Source;
use crate::syntax;
use flockstep::group::Group;
use flockstep::parameters::Point;
use flockstep::{Edge, Space};

/// Everything a world is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its name, for people.
    pub name: String,
    /// One sentence about it.
    pub about: String,
    /// 2 or 3.
    pub dimensions: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The length of a step in seconds.
    pub time_step: f32,
    /// The space agents move in.
    pub space: SpaceSettings,
    /// Named points, which may move while the world runs.
    pub markers: Vec<(String, Point)>,
    /// The groups, in order.
    pub groups: Vec<ScenarioGroup>,
    /// Solid things.
    pub obstacles: Vec<ObstacleSettings>,
    /// Fields that lead or carry agents.
    pub fields: Vec<FieldSettings>,
    /// Lines to follow.
    pub paths: Vec<PathSettings>,
}

/// The space agents move in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpaceSettings {
    /// What happens at the edge.
    pub edge: Edge,
    /// The least corner.
    pub min: Point,
    /// The greatest corner.
    pub max: Point,
}

impl SpaceSettings {
    /// No edge, and the corners of a default space: what a file without `[space]` has.
    pub fn open(dimensions: usize) -> SpaceSettings {
        let (min, max) = match dimensions {
            3 => (Space::<3>::open().min().into(), Space::<3>::open().max().into()),
            _ => (Space::<2>::open().min().into(), Space::<2>::open().max().into()),
        };
        SpaceSettings { edge: Edge::Open, min, max }
    }
}

/// A group and its agents at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioGroup {
    /// The group as the engine knows it.
    pub group: Group,
    /// How many agents are born where its `place` says, after the exact ones.
    pub count: usize,
    /// Agents given exactly.
    pub agents: Vec<ScenarioAgent>,
}

/// An agent given exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScenarioAgent {
    /// Where it is.
    pub position: Point,
    /// How it moves.
    pub velocity: Point,
}

impl Scenario {
    /// Reads a scenario. `source` is the file's name in the errors.
    pub fn parse(text: &str, source: &str) -> Result<Scenario, Errors> {
        Scenario::parse_with(text, source, &[])
    }

    /// Reads a scenario with some values replaced, as by the command line's `--set`. They are put into the document
    /// before it is checked, so a wrong one is a mistake like any other, with the override as its source.
    pub fn parse_with(text: &str, source: &str, overrides: &[Override]) -> Result<Scenario, Errors> {
        Scenario::read(text, source, overrides, Reach::Folder)
    }

    fn read(text: &str, source: &str, overrides: &[Override], reach: Reach) -> Result<Scenario, Errors> {
        let file = Source { name: source.into(), text: text.into() };
        let sources: Vec<Source> = std::iter::once(file).chain(overrides.iter().map(Override::source)).collect();
        let mut findings = Findings::default();
        let (document, damage) = syntax::parse(&sources, &mut findings);
        let scenario = document.map(|mut document| {
            for (nth, _) in overrides.iter().enumerate() {
                overrides::apply(&mut document, &sources, nth + 1, overrides[nth].path.len(), &mut findings);
            }
            resolve(&document, &sources, reach, &mut findings)
        });
        damage.drop_consequences(&mut findings);
        match scenario {
            Some(scenario) if findings.is_empty() => Ok(scenario),
            _ => Err(Errors::new(&sources, findings)),
        }
    }

    /// Reads a scenario from bytes that may not even be text.
    pub fn parse_bytes(bytes: &[u8], source: &str, overrides: &[Override]) -> Result<Scenario, Errors> {
        Scenario::parse_reaching(bytes, source, overrides, Reach::Folder)
    }

    /// Reads a scenario from bytes that may not even be text. The files that it names may lie as far off as `reach` says.
    pub fn parse_reaching(
        bytes: &[u8],
        source: &str,
        overrides: &[Override],
        reach: Reach,
    ) -> Result<Scenario, Errors> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Scenario::read(text, source, overrides, reach),
            Err(error) => Err(Errors::not_text(bytes, error.valid_up_to(), source)),
        }
    }
}
