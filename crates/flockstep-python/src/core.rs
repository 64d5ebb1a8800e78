//! A world as Python holds it. `flockstep.World` is written in Python around it: there are the docs and the checks of shapes.

use crate::columns::{self, Vectors, matrix};
use crate::error::{open_error, refused, scenario_error};
use crate::mail::{Letter, Mail};
use crate::view::{Reach, View};
use flockstep::observe::CaptureCount;
use flockstep_door::{LiveWorld, Origin, Prepare};
use flockstep_scenario::{Override, Scenario, either};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// Ctrl-C is looked for this often.
const LOOK: Duration = Duration::from_millis(50);

/// A behavior that is written in Python.
pub struct Rule {
    pub name: String,
    /// Takes a [`View`], returns an (n, D) array of float32 that has been checked.
    pub call: Py<PyAny>,
    pub reach: Reach,
    pub aims: bool,
}

/// A [`Rule`] as Python gives it: name, function, radius, groups, whether it returns aims.
type RuleParts = (String, Py<PyAny>, Option<f32>, Option<Vec<String>>, bool);

/// What is inside of a [`Core`].
pub struct Inside {
    pub live: LiveWorld,
    pub captures: CaptureCount,
    mail: Arc<Mail>,
    rules: Vec<Rule>,
}

/// A world of either dimension, and the behaviors of it that are written in Python.
#[pyclass(frozen, module = "flockstep._flockstep")]
pub struct Core(Mutex<Inside>);

impl Core {
    /// The world; refused while someone else has it, for waiting could last forever: a behavior in Python may ask the very
    /// world that waits for it.
    pub fn lock(&self) -> PyResult<MutexGuard<'_, Inside>> {
        match self.0.try_lock() {
            Ok(inside) => Ok(inside),
            Err(TryLockError::Poisoned(inside)) => Ok(inside.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "this world is in use: another thread steps it, or a behavior of its own asks for it (use the view instead)",
            )),
        }
    }
    fn vectors<'py>(&self, py: Python<'py>, which: Vectors) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let inside = self.lock()?;
        either!(inside.live.world(), world => matrix(py, columns::flat(world, which), inside.live.world().dimensions()))
    }
    fn of(live: LiveWorld, mail: Arc<Mail>, rules: Vec<Rule>) -> Core {
        let captures = either!(live.world(), world => CaptureCount::new(world));
        Core(Mutex::new(Inside { live, captures, mail, rules }))
    }
}

impl Inside {
    /// The views that the rules are given, each reach once; and what the rules say to them.
    fn letters(&self, py: Python<'_>) -> PyResult<Vec<(String, Letter)>> {
        let world = self.live.world();
        let ids = Arc::new(either!(world, world => columns::ids(world)));
        let mut views: Vec<(&Reach, Py<View>)> = Vec::new();
        let mut letters = Vec::new();
        for rule in &self.rules {
            let view = match views.iter().find(|(reach, _)| *reach == &rule.reach) {
                Some((_, view)) => view.clone_ref(py),
                None => {
                    let view = Py::new(py, View::of(py, world, &rule.reach)?)?;
                    views.push((&rule.reach, view.clone_ref(py)));
                    view
                }
            };
            let said = rule.call.call1(py, (view,))?;
            let said: PyReadonlyArray2<'_, f32> = said.extract(py)?;
            let letter = Letter { ids: ids.clone(), numbers: said.as_slice()?.to_vec(), aims: rule.aims };
            letters.push((rule.name.clone(), letter));
        }
        Ok(letters)
    }

    fn step(&mut self) {
        self.live.world_mut().step();
        let captures = &mut self.captures;
        either!(self.live.world(), world => captures.follow(world));
    }

    /// A step with what the rules have said.
    fn step_by(&mut self, letters: Vec<(String, Letter)>) {
        let mail = self.mail.clone();
        let _turn = mail.turn();
        for (name, letter) in letters {
            mail.of(&name).post(letter);
        }
        self.step();
    }
}

#[pymethods]
impl Core {
    /// Opens a scenario: a name of the gallery, a path, or its text.
    #[new]
    fn new(
        py: Python<'_>,
        scenario: &str,
        source: Option<String>,
        set: Vec<(String, String)>,
        rules: Vec<RuleParts>,
        threads: Option<usize>,
    ) -> PyResult<Core> {
        let overrides: Vec<Override> = set.into_iter().map(|(path, value)| Override { path, value }).collect();
        let mail = Arc::new(Mail::default());
        rules.iter().for_each(|(name, ..)| drop(mail.of(name)));
        let prepare: Arc<dyn Prepare> = mail.clone();
        let opened = py.detach(|| {
            let Origin { text, source: found } = Origin::find(scenario)?;
            let source = source.unwrap_or(found);
            LiveWorld::of(Scenario::parse_bytes(&text, &source, &overrides)?, source, prepare)
        });
        let mut live = opened.map_err(|error| open_error(py, error))?;
        let threads = threads.unwrap_or(usize::from(live.world().len() < 1000));
        live.set_threads(threads).map_err(|error| open_error(py, error))?;
        let rules = rules.into_iter().map(|(name, call, radius, of, aims)| {
            let rule = Rule { name, call, reach: Reach { radius, of }, aims };
            rule.reach.check(live.world()).map(|()| rule)
        });
        let rules = rules.collect::<PyResult<_>>()?;
        Ok(Core::of(live, mail, rules))
    }

    /// The same world, to go its own way.
    fn copy(&self, py: Python<'_>) -> PyResult<Core> {
        let inside = self.lock()?;
        let copied = |rule: &Rule| {
            let Rule { name, reach, aims, .. } = rule;
            Rule { name: name.clone(), call: rule.call.clone_ref(py), reach: reach.clone(), aims: *aims }
        };
        let Inside { live, captures, mail, rules } = &*inside;
        let rules = rules.iter().map(copied).collect();
        Ok(Core(Mutex::new(Inside { live: live.clone(), captures: captures.clone(), mail: mail.clone(), rules })))
    }

    /// Makes steps; Ctrl-C and errors of rules stop between two of them.
    fn step(&self, py: Python<'_>, steps: u64) -> PyResult<()> {
        let mut inside = self.lock()?;
        let mut left = steps;
        while left > 0 {
            let letters = if inside.rules.is_empty() { None } else { Some(inside.letters(py)?) };
            let inside = &mut *inside;
            left -= py.detach(move || match letters {
                Some(letters) => {
                    inside.step_by(letters);
                    1
                }
                None => {
                    let (began, mut made) = (Instant::now(), 0);
                    while made < left && (made == 0 || began.elapsed() < LOOK) {
                        inside.step();
                        made += 1;
                    }
                    made
                }
            });
            py.check_signals()?;
        }
        Ok(())
    }

    /// A rule may hold the world that holds the rule: Python's garbage collector must be able to see it.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.try_lock() {
            Ok(inside) => inside.rules.iter().try_for_each(|rule| visit.call(&rule.call)),
            // In use, and so nothing that nobody needs any more.
            Err(_) => Ok(()),
        }
    }
    fn __clear__(&self) {
        if let Ok(mut inside) = self.0.try_lock() {
            inside.rules.clear();
        }
    }

    /// Adds a rule to the behaviors of some groups.
    #[allow(clippy::too_many_arguments)] // they are given by name in Python
    fn add_rule(
        &self,
        py: Python<'_>,
        name: String,
        call: Py<PyAny>,
        reach: (Option<f32>, Option<Vec<String>>),
        aims: bool,
        groups: Vec<String>,
        weight: f32,
    ) -> PyResult<()> {
        let mut inside = self.lock()?;
        let reach = Reach { radius: reach.0, of: reach.1 };
        reach.check(inside.live.world())?;
        let known = inside.rules.iter().find(|rule| rule.name == name);
        let known = known.map(|rule| call.bind(py).eq(&rule.call)).transpose()?;
        if known == Some(false) {
            return Err(PyValueError::new_err(format!("there is already another behavior \"{name}\"")));
        }
        let mail = inside.mail.of(&name);
        either!(inside.live.world_mut(), world => crate::control::add_behavior(world, &name, mail, &groups, weight))
            .map_err(refused)?;
        if known.is_none() {
            inside.rules.push(Rule { name, call, reach, aims });
        }
        Ok(())
    }

    /// The rules, as [`Core::new`] takes them.
    fn rules(&self, py: Python<'_>) -> PyResult<Vec<RuleParts>> {
        let inside = self.lock()?;
        let row = |rule: &Rule| {
            let Rule { name, reach, aims, .. } = rule;
            (name.clone(), rule.call.clone_ref(py), reach.radius, reach.of.clone(), *aims)
        };
        Ok(inside.rules.iter().map(row).collect())
    }

    /// The world at this moment, with neighbours.
    fn view(&self, py: Python<'_>, radius: Option<f32>, of: Option<Vec<String>>) -> PyResult<View> {
        let inside = self.lock()?;
        let reach = Reach { radius, of };
        reach.check(inside.live.world())?;
        View::of(py, inside.live.world(), &reach)
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.vectors(py, Vectors::Positions)
    }
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.vectors(py, Vectors::Velocities)
    }
    #[getter]
    fn headings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.vectors(py, Vectors::Headings)
    }
    #[getter]
    fn steering<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        self.vectors(py, Vectors::Steering)
    }
    #[getter]
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        Ok(PyArray1::from_vec(py, either!(self.lock()?.live.world(), world => columns::ids(world))))
    }
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        Ok(PyArray1::from_vec(py, either!(self.lock()?.live.world(), world => columns::groups(world))))
    }
    /// Name and color of each group.
    #[getter]
    fn group_looks(&self) -> PyResult<Vec<(String, String)>> {
        let inside = self.lock()?;
        Ok(inside.live.world().groups().iter().map(|group| (group.name.clone(), group.color.clone())).collect())
    }

    #[getter]
    fn dimensions(&self) -> PyResult<usize> {
        Ok(self.lock()?.live.world().dimensions())
    }
    #[getter]
    fn steps(&self) -> PyResult<u64> {
        Ok(self.lock()?.live.world().steps())
    }
    #[getter]
    fn time(&self) -> PyResult<f64> {
        Ok(self.lock()?.live.world().time())
    }
    #[getter]
    fn time_step(&self) -> PyResult<f32> {
        Ok(self.lock()?.live.world().time_step())
    }
    #[getter]
    fn seed(&self) -> PyResult<u64> {
        Ok(self.lock()?.live.world().seed())
    }
    #[getter]
    fn hash(&self) -> PyResult<String> {
        Ok(format!("{:016x}", self.lock()?.live.world().hash()))
    }
    #[getter]
    fn captures(&self) -> PyResult<u64> {
        Ok(self.lock()?.live.world().capture_count())
    }
    #[getter]
    fn threads(&self) -> PyResult<usize> {
        Ok(self.lock()?.live.world().threads())
    }
    /// The edge of the world in a word, and its corners.
    #[getter]
    fn space(&self) -> PyResult<(&'static str, Vec<f32>, Vec<f32>)> {
        let inside = self.lock()?;
        Ok(either!(inside.live.world(), world => {
            let space = world.space();
            (space.edge().word(), space.min().to_vec(), space.max().to_vec())
        }))
    }
    #[getter]
    fn markers(&self) -> PyResult<Vec<(String, Vec<f32>)>> {
        let inside = self.lock()?;
        Ok(either!(inside.live.world(), world => {
            world.markers().iter().map(|(name, at)| (name.clone(), at.to_vec())).collect()
        }))
    }
    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.live.world().len())
    }

    fn set(&self, py: Python<'_>, path: &str, value: &str) -> PyResult<()> {
        let mut inside = self.lock()?;
        let inside = &mut *inside;
        py.detach(|| inside.live.set(path, value)).map_err(|error| open_error(py, error))?;
        // A world that had not begun is a new one, and one that had may have more groups now.
        let now = either!(inside.live.world(), world => CaptureCount::new(world));
        if inside.live.world().steps() == 0 || now.memory().len() != inside.captures.memory().len() {
            inside.captures = now;
        }
        Ok(())
    }
    fn restart(&self, py: Python<'_>) -> PyResult<()> {
        let mut inside = self.lock()?;
        let inside = &mut *inside;
        py.detach(|| inside.live.restart()).map_err(|error| open_error(py, error))?;
        inside.captures = either!(inside.live.world(), world => CaptureCount::new(world));
        Ok(())
    }

    /// The settings as the text of a scenario; with `agents`, everyone placed where it is.
    fn scenario(&self, agents: bool) -> PyResult<String> {
        let inside = self.lock()?;
        let mut scenario = inside.live.scenario();
        if agents {
            either!(inside.live.world(), world => crate::control::place_agents(world, &mut scenario));
        }
        Ok(scenario.to_toml())
    }
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.lock()?.live.world().snapshot()))
    }
    fn restore(&self, py: Python<'_>, bytes: &[u8]) -> PyResult<()> {
        let mut inside = self.lock()?;
        let inside = &mut *inside;
        py.detach(|| either!(inside.live.world_mut(), world => world.restore(bytes))).map_err(refused)?;
        inside.captures = either!(inside.live.world(), world => CaptureCount::new(world));
        Ok(())
    }
}

/// Reads a scenario and says what is wrong with it, if anything is.
#[pyfunction]
pub fn check(py: Python<'_>, text: &str, source: &str) -> PyResult<()> {
    match Scenario::parse(text, source) {
        Ok(_) => Ok(()),
        Err(errors) => Err(scenario_error(py, errors.to_string(), errors.iter())),
    }
}
