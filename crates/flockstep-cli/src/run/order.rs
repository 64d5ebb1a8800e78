//! A run that has been checked: which world, how far, and where everything goes.

use super::arguments::RunArguments;
use super::kept::{self, Kept};
use super::memory::Memory;
use super::origin::Origin;
use crate::failure::Failure;
use crate::files::{Named, check_replaced, check_written, is_file};
use crate::output::note;
use crate::record::{Destination, selection};
use crate::scene;
use flockstep::GroupId;
use flockstep::observe::Metric;
use flockstep_record::file::is_same_file;
use flockstep_record::{Rhythm, Selection};
use flockstep_scenario::{AnyWorld, Digest, Scenario};
use std::path::{Path, PathBuf};

/// Steps a run makes unless told otherwise.
const STEPS: u64 = 300;

/// A run that has been checked.
pub struct Order {
    /// What it is a run of, for people.
    pub title: String,
    /// The step to reach.
    pub last_step: u64,
    /// Write rows at multiples of this.
    pub every: u64,
    /// Where the run is written.
    pub out: Option<Destination>,
    /// The columns and groups that are written.
    pub selection: Selection,
    /// The options that say what its rows are, and their values.
    pub rows: Vec<(String, String)>,
    /// How often what is noted in it.
    pub rhythm: Rhythm,
    /// What the scenario comes to, if it is known.
    pub digest: Option<Digest>,
    /// The scenario as text, if a recording needs it and there is one.
    pub scenario: Option<String>,
    /// Where the metrics go.
    pub metrics: Option<PathBuf>,
    /// What is measured.
    pub metric: Vec<Metric>,
    /// How many groups eat.
    pub eaters: usize,
    /// How near agents of one flock are.
    pub flock_distance: Option<f64>,
    /// The checkpoint that this run goes on from, and so in outputs that exist.
    pub resumed: Option<PathBuf>,
    /// Of what that checkpoint is, if it says so.
    pub origin: Option<Origin>,
    /// What the metrics remembered then.
    pub memory: Option<Memory>,
    /// Where the checkpoint goes.
    pub checkpoint: Option<PathBuf>,
    /// Write the checkpoint at multiples of this; without it at the end.
    pub checkpoint_every: Option<u64>,
    /// Whether existing outputs are overwritten.
    pub force: bool,
    /// Whether to print the hash line alone.
    pub quiet: bool,
}

impl Order {
    /// Whether metrics go by what was seen before: contacts, arrivals, and who ate how many if several groups eat.
    pub fn remembers(&self) -> bool {
        self.metric.iter().any(|metric| metric.entry().remembers || *metric == Metric::Captures && self.eaters > 1)
    }

    /// Checks the arguments and makes the world. Nothing has been written yet.
    pub fn resolve(arguments: &RunArguments) -> Result<(Order, AnyWorld), Failure> {
        let out = Destination::resolve(&arguments.record)?;
        if let Some(metrics) = &arguments.metrics {
            check_extension("--metrics", metrics)?;
        }
        check_files(arguments, out.as_ref())?;
        let Loaded { title, mut world, scenario, digest, origin, memory } = world(arguments)?;
        let metric = arguments.metric.clone().unwrap_or_else(Metric::usual);
        let stood = |(at, one): &(usize, &Metric)| metric[..*at].contains(one);
        if let Some((_, twice)) = metric.iter().enumerate().find(stood) {
            return Err(Failure::Input(format!("--metric {}: it stands there twice", twice.entry().name)));
        }
        if let Some(misfit) = metric.iter().find(|metric| !metric.fits(world.dimensions())) {
            let name = misfit.entry().name;
            return Err(Failure::Input(format!("--metric {name}: a world of two dimensions has no such thing")));
        }
        let selection = selection(&arguments.record, world.groups(), world.dimensions())?;
        let scenario = scenario.filter(|_| out.as_ref().is_some_and(Destination::is_recording));
        let last_step = last_step(arguments, &world)?;
        world.set_threads(usize::from(arguments.threads)).map_err(|error| Failure::Running(error.to_string()))?;
        let order = Order {
            title,
            last_step,
            every: arguments.every,
            rows: out.as_ref().map_or(Vec::new(), |out| rows(out, arguments, &selection, &world)),
            out,
            selection,
            rhythm: Rhythm { hashes: arguments.every, snapshots: arguments.snapshot_every },
            scenario: scenario.map(|scenario| scenario.to_toml()),
            digest,
            resumed: arguments.resume.clone(),
            origin,
            memory,
            eaters: world.groups().iter().filter(|group| group.captures.is_some()).count(),
            metrics: arguments.metrics.clone(),
            metric,
            flock_distance: arguments.flock_distance,
            checkpoint: arguments.checkpoint.clone(),
            checkpoint_every: arguments.checkpoint_every,
            force: arguments.force,
            quiet: arguments.quiet,
        };
        Ok((order, world))
    }
}

fn check_extension(option: &str, path: &Path) -> Result<(), Failure> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    let found = match extension.as_deref() {
        Some("csv") => return Ok(()),
        Some(other) => format!("found the ending \".{other}\""),
        None => "found no ending".into(),
    };
    Err(Failure::Input(format!("{option} {}: {found}, allowed is a name ending in .csv", path.display())))
}

/// The options that say what the rows of an output are, and their values.
fn rows(out: &Destination, arguments: &RunArguments, selection: &Selection, world: &AnyWorld) -> Vec<(String, String)> {
    let mut chosen = vec![("--format".to_string(), out.format().to_string())];
    if out.is_recording() {
        chosen.push(("--snapshot-every".into(), arguments.snapshot_every.to_string()));
        return chosen;
    }
    let columns: Vec<String> = selection.columns().iter().map(|column| column.name()).collect();
    let groups = world.groups().iter().enumerate().filter(|(group, _)| selection.has_group(GroupId(*group as u32)));
    let groups: Vec<String> = groups.map(|(_, group)| format!("{:?}", group.name)).collect();
    chosen.extend([("--columns".into(), columns.join(",")), ("--groups".into(), groups.join(","))]);
    chosen
}

/// Refuses files that exist and files that are named twice.
fn check_files(arguments: &RunArguments, out: Option<&Destination>) -> Result<(), Failure> {
    let mut named = Named::default();
    if let Some(scenario) = arguments.scenario.as_ref().filter(|name| scene::is_own(name)) {
        named.note("the scenario", Path::new(scenario));
    }
    if let Some(beside) = out.and_then(Destination::companion) {
        named.note("--out, which keeps there what a resumed run needs,", &beside);
    }
    let written = [
        ("--out", out.and_then(Destination::path)),
        ("--metrics", arguments.metrics.as_deref()),
        ("--checkpoint", arguments.checkpoint.as_deref()),
    ];
    for (option, path) in written {
        let Some(path) = path else { continue };
        named.write(option, path)?;
        let resumed = arguments.resume.as_ref().is_some_and(|resume| is_same_file(resume, path));
        match option {
            // A run may go on in the checkpoint it came from: that file is replaced only by a later state.
            "--checkpoint" if resumed => {}
            "--checkpoint" => check_replaced(path, arguments.force)?,
            _ if resumed => {
                return Err(Failure::Input(format!("{option} {}: this is the file of --resume too", path.display())));
            }
            // And in the outputs of the run it was resumed from, which are looked at later.
            _ if arguments.resume.is_some() && is_file(path) => {}
            _ => check_written(path, arguments.force)?,
        }
    }
    Ok(())
}

/// The world to run, with its name for people and the scenario it was made from, if there is one.
struct Loaded {
    title: String,
    world: AnyWorld,
    scenario: Option<Scenario>,
    digest: Option<Digest>,
    origin: Option<Origin>,
    memory: Option<Memory>,
}

fn world(arguments: &RunArguments) -> Result<Loaded, Failure> {
    let fresh = arguments.scenario.as_ref().map(|name| fresh(name, arguments)).transpose()?;
    let Some(resume) = &arguments.resume else {
        return fresh.ok_or_else(|| Failure::Input("no scenario: allowed is a file or a gallery name".into()));
    };
    if fresh.is_none() && (arguments.seed.is_some() || !arguments.set.is_empty()) {
        let problem = "--seed and --set change a scenario, and a checkpoint without one stays as it is";
        return Err(Failure::Input(problem.into()));
    }
    let bytes = kept::read(resume)?;
    let wrong = |problem: String| Failure::Input(format!("--resume {}: {problem}", resume.display()));
    let Kept { snapshot, origin, memory } = Kept::split(&bytes).map_err(|problem| wrong(problem.into()))?;
    let world = AnyWorld::from_snapshot(snapshot).map_err(|error| wrong(error.to_string()))?;
    let Some(fresh) = fresh else {
        let digest = origin.as_ref().and_then(|origin| origin.scenario.clone());
        let title = resume.display().to_string();
        return Ok(Loaded { title, world, scenario: None, digest, origin, memory });
    };
    let begun = origin.as_ref().and_then(|origin| origin.scenario.as_ref());
    let other = || fresh.digest.as_ref().zip(begun).and_then(|(now, begun)| now.difference(begun));
    if let Some(difference) = difference(&fresh.world, &world).or_else(other) {
        let name = &fresh.title;
        return Err(wrong(format!(
            "this checkpoint was made with another scenario than {name}: {difference}\nleave the scenario out to go on \
             with what the checkpoint holds"
        )));
    }
    if begun.is_none() {
        note(
            "note: this checkpoint is of an earlier version: whether markers, obstacles, fields, paths and counts are \
             those of the scenario is not known, and it goes on with its own",
        );
    }
    Ok(Loaded { world, origin, memory, ..fresh })
}

fn fresh(name: &str, arguments: &RunArguments) -> Result<Loaded, Failure> {
    let mut scenario = scene::load(name, &arguments.set, arguments.reach)?;
    scenario.seed = arguments.seed.unwrap_or(scenario.seed);
    let world = scenario.build().map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let title = if scenario.name.is_empty() { name.to_string() } else { scenario.name.clone() };
    let digest = Some(Digest::of(&scenario));
    Ok(Loaded { title, world, scenario: Some(scenario), digest, origin: None, memory: None })
}

/// In what two worlds differ that should be of one scenario.
fn difference(one: &AnyWorld, two: &AnyWorld) -> Option<String> {
    if one.dimensions() != two.dimensions() {
        return Some(format!("it has {} dimensions, the scenario {}", two.dimensions(), one.dimensions()));
    }
    if one.seed() != two.seed() {
        return Some(format!("its seed is {}, the scenario's {}", two.seed(), one.seed()));
    }
    if one.time_step().to_bits() != two.time_step().to_bits() {
        return Some(format!("its time step is {}, the scenario's {}", two.time_step(), one.time_step()));
    }
    let spaces_differ = match (one, two) {
        (AnyWorld::Plane(one), AnyWorld::Plane(two)) => one.space() != two.space(),
        (AnyWorld::Space(one), AnyWorld::Space(two)) => one.space() != two.space(),
        _ => true,
    };
    if spaces_differ {
        return Some("its space differs".into());
    }
    if one.groups().len() != two.groups().len() {
        return Some(format!("it has {} groups, the scenario {}", two.groups().len(), one.groups().len()));
    }
    let differing = one.groups().iter().zip(two.groups()).find(|(one, two)| one != two);
    differing.map(|(group, _)| format!("its group \"{}\" differs", group.name))
}

/// The step to reach.
fn last_step(arguments: &RunArguments, world: &AnyWorld) -> Result<u64, Failure> {
    let last = match (arguments.steps, arguments.seconds) {
        (Some(steps), _) => steps,
        (None, Some(seconds)) => steps_of(seconds, world.time_step())?,
        (None, None) => STEPS,
    };
    if world.steps() > last {
        return Err(Failure::Input(format!(
            "the checkpoint is at step {}, beyond step {last} where the run should end; --steps counts from the start \
             of the world",
            world.steps()
        )));
    }
    Ok(last)
}

fn steps_of(seconds: f64, time_step: f32) -> Result<u64, Failure> {
    // The time step means the decimal number it was written as, not the nearest f32: as in World::time.
    let time_step = time_step.to_string().parse().unwrap_or(f64::from(time_step));
    let steps = (seconds / time_step).round();
    // Beyond this, an f64 no longer counts one by one.
    if steps > (1u64 << 53) as f64 {
        return Err(Failure::Input(format!("--seconds {seconds}: at {time_step} s a step this is too many steps")));
    }
    Ok(steps as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_the_steps_that_a_person_would_count() {
        assert_eq!(steps_of(1.0, 0.02).ok(), Some(50));
        assert_eq!(steps_of(0.7, 0.1).ok(), Some(7));
        assert_eq!(steps_of(0.0, 0.1).ok(), Some(0));
        assert!(steps_of(1e300, 0.1).is_err());
    }
}
