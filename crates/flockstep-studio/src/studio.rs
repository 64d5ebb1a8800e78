//! The studio: a document, the world that runs from it, and everything a person can do with both.

use crate::command::{Answer, Command, Following, Panel, Selection, Window};
use crate::document::{Document, Origin};
use crate::edit::Edit;
use crate::files::Files;
use crate::history::History;
use crate::notice::Notices;
use crate::preferences::Preferences;
use crate::scenery::Scenery;
use crate::simulation::{Frame, Order, Report, Simulation, Stick};
use crate::watch::Watch;
use flockstep::parameters::Point;
use flockstep_scenario::{Scenario, ScenarioAgent, gallery};
use std::path::Path;

/// The speeds there are.
pub const SPEEDS: [f64; 7] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Mistakes of a file, shown until they are closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The file's name.
    pub name: String,
    /// What is wrong with it, line by line.
    pub text: String,
}

/// Everything the program is about; the panels show it, [`Studio::perform`] changes it.
pub struct Studio {
    /// What is edited.
    pub document: Document,
    /// What runs.
    pub simulation: Simulation,
    /// What is selected.
    pub selection: Selection,
    /// What is remembered.
    pub preferences: Preferences,
    /// How things are drawn, and from where.
    pub scenery: Scenery,
    /// The numbers of the last while.
    pub history: History,
    /// Short messages.
    pub notices: Notices,
    /// Mistakes of the last file.
    pub mistakes: Option<Mistakes>,
    /// The window in front.
    pub window: Option<Window>,
    /// What waits for an answer about unsaved changes.
    pub pending: Option<Box<Command>>,
    /// How fast it runs.
    pub speed: f64,
    /// Whether the mouse is held: edits of one thing then are one edit.
    pub holding: bool,
    /// Whether the program should close.
    pub quit: bool,
    /// Where documents are kept.
    pub files: Box<dyn Files>,
    pub(crate) watch: Watch,
    drives: Option<(u32, Stick)>,
}

impl Studio {
    /// A studio with this document. `start` makes the running world, on a thread or not.
    pub fn new<E>(
        document: Document,
        files: Box<dyn Files>,
        preferences: Preferences,
        start: impl FnOnce(&Document) -> Result<Simulation, E>,
    ) -> Result<Studio, E> {
        let simulation = start(&document)?;
        let mut studio = Studio {
            document,
            simulation,
            selection: Selection::World,
            preferences,
            scenery: Scenery::default(),
            history: History::default(),
            notices: Notices::default(),
            mistakes: None,
            window: None,
            pending: None,
            speed: 1.0,
            holding: false,
            quit: false,
            files,
            watch: Watch::default(),
            drives: None,
        };
        studio.opened();
        Ok(studio)
    }

    /// Takes what the running world has to tell. Returns whether there is anything new to draw.
    pub fn refresh(&mut self) -> bool {
        if !self.holding {
            self.document.seal();
        }
        let fresh = self.simulation.refresh();
        for report in self.simulation.reports() {
            match report {
                Report::Began(reason) => {
                    self.history.clear();
                    self.scenery.forget_trails();
                    self.drives = None;
                    if !reason.is_empty() {
                        self.notices.say(format!("Restarted: {reason}"));
                    }
                }
                Report::Failed(problem) => self.notices.complain(problem),
            }
        }
        for sample in self.simulation.samples() {
            self.history.take(sample);
        }
        self.look_at_disk();
        fresh
    }

    /// The newest frame.
    pub fn frame(&self) -> &Frame {
        self.simulation.frame()
    }
    /// The agent that is driven.
    pub fn driven(&self) -> Option<u32> {
        self.drives.map(|(id, _)| id)
    }

    /// Does something.
    pub fn perform(&mut self, command: Command) {
        if command.loses_changes() && self.document.is_changed() {
            self.pending = Some(Box::new(command));
            return;
        }
        self.carry_out(command);
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Play(playing) => self.simulation.tell(Order::Play(playing)),
            Command::TogglePlay => self.simulation.tell(Order::Play(!self.frame().playing)),
            Command::Step => self.simulation.tell(Order::Steps(1)),
            Command::Restart => self.simulation.tell(Order::Restart),
            Command::NewSeed => self.edit(&Edit::SetSeed(next_seed(self.document.scenario().seed))),
            Command::Speed(speed) => self.set_speed(speed),
            Command::Faster => self.set_speed(notch(self.speed, 1)),
            Command::Slower => self.set_speed(notch(self.speed, -1)),
            Command::Edit(edit) => self.edit(&edit),
            Command::Undo => self.travel(true),
            Command::Redo => self.travel(false),
            Command::New => self.open_text(flockstep_scenario::STARTER.as_bytes(), Origin::Nowhere),
            Command::OpenScene(name) => self.open_scene(&name),
            Command::OpenFile(path) => self.open_file(&path),
            Command::OpenText(name, bytes) => self.open_dropped(&name, &bytes),
            Command::Reload => self.reload(),
            Command::Save => self.save(),
            Command::SaveAs(path) => self.save_as(&path),
            Command::Quit => self.quit = true,
            Command::Answer(answer) => self.answer(answer),
            Command::Select(selection) => self.select(selection),
            Command::ToggleDrive => self.toggle_drive(),
            Command::Steer(stick) => self.steer(stick),
            Command::Scare(at) => {
                let radius = 0.15 * self.scenery.extent(self.frame());
                self.simulation.tell(Order::Scare { at, radius });
            }
            Command::Spawn { group, at } => self.spawn(group, at),
            Command::RemoveSelected => self.remove_selected(),
            other => self.change_view(other),
        }
    }

    /// Commands that change only how things are shown.
    fn change_view(&mut self, command: Command) {
        match command {
            Command::TogglePanel(panel) => {
                let shown = self.preferences.shows(panel);
                *shown = !*shown;
            }
            Command::Show(window) => self.window = window,
            Command::ToggleTheme => self.preferences.dark = !self.preferences.dark,
            Command::Scale(factor) if factor > 0.0 => {
                self.preferences.scale = (self.preferences.scale * factor).clamp(0.5, 3.0);
            }
            Command::Scale(_) => self.preferences.scale = 1.0,
            Command::Fit => self.scenery.fit = true,
            Command::Follow(following) => self.follow(following),
            Command::ColorBy(color_by) => {
                self.scenery.look.color_by = color_by;
                self.show();
            }
            Command::Backdrop(backdrop) => self.scenery.look.backdrop = backdrop,
            Command::Shape(group, shape) => {
                if let Some(group) = self.document.scenario().groups.get(group) {
                    let key = format!("{}/{}", self.document.scenario().name, group.group.name);
                    self.preferences.shapes.insert(key, shape.name().into());
                }
                self.show();
            }
            Command::ToggleTrails => self.scenery.look.trails.on = !self.scenery.look.trails.on,
            Command::ToggleAnnotations => self.preferences.annotations = !self.preferences.annotations,
            Command::ToggleGrid => self.scenery.look.grid = !self.scenery.look.grid,
            _ => {}
        }
    }

    fn edit(&mut self, edit: &Edit) {
        if let Err(problem) = self.document.edit(edit, self.holding) {
            self.notices.complain(problem);
            return;
        }
        let content = self.document.content().clone();
        match edit {
            Edit::RemoveAgent { id, .. } => self.simulation.tell(Order::Despawn(*id, content)),
            _ => self.simulation.tell(Order::Follow(content)),
        }
        self.keep_selection();
        self.show();
    }

    fn travel(&mut self, back: bool) {
        let label = if back { self.document.undo() } else { self.document.redo() };
        let Some(label) = label else {
            self.notices.say(if back { "Nothing to undo" } else { "Nothing to redo" });
            return;
        };
        self.notices.say(format!("{}: {label}", if back { "Undone" } else { "Done again" }));
        self.simulation.tell(Order::Follow(self.document.content().clone()));
        self.keep_selection();
        self.show();
    }

    /// Lets go of what is no longer there.
    fn keep_selection(&mut self) {
        let scenario = self.document.scenario();
        let there = match &self.selection {
            Selection::World | Selection::Agent(_) => true,
            Selection::Group(group) => *group < scenario.groups.len(),
            Selection::Marker(name) => scenario.markers.iter().any(|(marker, _)| marker == name),
            Selection::Obstacle(number) => *number < scenario.obstacles.len(),
        };
        if !there {
            self.selection = Selection::World;
        }
    }

    fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(SPEEDS[0], SPEEDS[SPEEDS.len() - 1]);
        self.simulation.tell(Order::Speed(self.speed));
    }

    fn select(&mut self, selection: Selection) {
        let agent = if let Selection::Agent(id) = selection { Some(id) } else { None };
        self.simulation.tell(Order::Select(agent));
        if agent.is_none() && self.scenery.following == Following::Agent {
            self.scenery.following = Following::Nothing;
        }
        self.selection = selection;
    }

    fn follow(&mut self, following: Following) {
        let again = self.scenery.following == following;
        self.scenery.following = if again { Following::Nothing } else { following };
        if following == Following::Agent && !matches!(self.selection, Selection::Agent(_)) {
            self.scenery.following = Following::Nothing;
            self.notices.say("Select an agent to follow it");
        }
    }

    fn toggle_drive(&mut self) {
        if self.drives.take().is_some() {
            self.simulation.tell(Order::Drive(None));
            self.notices.say("Let go");
            return;
        }
        let selected = if let Selection::Agent(id) = self.selection { Some(id) } else { None };
        let Some(id) = selected.or_else(|| self.player()) else {
            self.notices.say("Select an agent to drive it");
            return;
        };
        self.drives = Some((id, Stick::default()));
        self.steer(Stick { thrust: 0.3, ..Stick::default() });
        self.select(Selection::Agent(id));
        self.carry_out(Command::Play(true));
        self.notices.say("Arrow keys or WASD steer, Q and E dive and rise, Enter lets go");
    }

    /// The first agent of the first group that a player may drive.
    fn player(&self) -> Option<u32> {
        let group = self.document.scenario().groups.iter().position(|group| group.group.player)?;
        let own = self.frame().picture.instances().iter().filter(|agent| usize::from(agent.style) == group % 256);
        own.map(|agent| agent.id).min()
    }

    fn steer(&mut self, stick: Stick) {
        if let Some((id, held)) = &mut self.drives
            && *held != stick
        {
            *held = stick;
            let id = *id;
            self.simulation.tell(Order::Drive(Some((id, stick))));
        }
    }

    fn spawn(&mut self, group: usize, at: [f32; 3]) {
        let scenario = self.document.scenario();
        let Some(found) = scenario.groups.get(group) else { return };
        let dimensions = scenario.dimensions;
        let speed = 0.5 * found.group.settings.body.max_speed();
        // One after the other they set out in all directions: by the golden angle.
        let angle = 2.399_963 * (found.agents.len() + found.count) as f32;
        let velocity = [speed * angle.cos(), if dimensions == 2 { speed * angle.sin() } else { 0.0 }, speed * angle.sin()];
        let position = Point::from_slice(&at[..dimensions]);
        let velocity = Point::from_slice(&velocity[..dimensions]);
        if let (Some(position), Some(velocity)) = (position, velocity) {
            self.edit(&Edit::AddAgent { group, agent: ScenarioAgent { position, velocity } });
        }
    }

    fn remove_selected(&mut self) {
        match self.selection.clone() {
            Selection::World => self.notices.say("Nothing is selected"),
            Selection::Group(group) => self.edit(&Edit::RemoveGroup(group)),
            Selection::Marker(name) => self.edit(&Edit::RemoveMarker(name)),
            Selection::Obstacle(number) => self.edit(&Edit::RemoveObstacle(number)),
            Selection::Agent(id) => {
                if let Some(inside) = &self.frame().inside {
                    let group = inside.group;
                    self.edit(&Edit::RemoveAgent { group, id });
                }
                self.select(Selection::World);
            }
        }
    }

    /// Tells the running world how it is drawn.
    pub(crate) fn show(&mut self) {
        let (styles, insight) = self.scenery.ask(self.document.scenario(), &self.preferences);
        self.simulation.tell(Order::Show { styles, insight });
    }

    fn answer(&mut self, answer: Answer) {
        let Some(pending) = self.pending.take() else { return };
        match answer {
            Answer::Cancel => {}
            Answer::Discard => self.carry_out(*pending),
            Answer::Save => {
                self.save();
                if self.document.is_changed() {
                    // It could not be saved, or first needs a name.
                    self.pending = self.window.is_none().then_some(pending);
                } else {
                    self.carry_out(*pending);
                }
            }
        }
    }

    fn open_scene(&mut self, name: &str) {
        match gallery::find(name) {
            Some(scene) => self.open_text(scene.text.as_bytes(), Origin::Gallery(scene.name.into())),
            None => self.notices.complain(format!("There is no scene \"{name}\" in the gallery")),
        }
    }

    fn open_file(&mut self, path: &Path) {
        let path = self.files.whole(path);
        match self.files.read(&path) {
            Ok(bytes) => self.open_text(&bytes, Origin::File(path)),
            Err(problem) => self.notices.complain(problem),
        }
    }

    /// What was dropped on the window without a path of its own.
    fn open_dropped(&mut self, name: &str, bytes: &[u8]) {
        match Scenario::parse_bytes(bytes, name, &[]) {
            Ok(scenario) => self.open(scenario, Origin::Nowhere),
            Err(errors) => self.blame(name, errors.render(false)),
        }
    }

    fn open_text(&mut self, bytes: &[u8], origin: Origin) {
        let name = origin.name();
        match Scenario::parse_bytes(bytes, &name, &[]) {
            Ok(scenario) => self.open(scenario, origin),
            Err(errors) => self.blame(&name, errors.render(false)),
        }
    }

    /// Shows the mistakes of a file; what runs goes on.
    fn blame(&mut self, name: &str, text: String) {
        self.mistakes = Some(Mistakes { name: name.into(), text });
    }

    fn open(&mut self, scenario: Scenario, origin: Origin) {
        let document = Document::new(scenario, origin);
        self.simulation.tell(Order::Drive(None));
        self.simulation.tell(Order::Open(document.content().clone()));
        self.document = document;
        self.opened();
        self.window = None;
    }

    /// What follows from another document.
    fn opened(&mut self) {
        self.drives = None;
        self.mistakes = None;
        self.history.clear();
        self.scenery.begin(self.document.scenario());
        self.select(Selection::World);
        self.show();
        let origin = self.document.origin();
        self.preferences.last = match origin {
            Origin::Gallery(name) => Some(name.clone()),
            Origin::File(path) => Some(path.display().to_string()),
            Origin::Nowhere => None,
        };
        self.watch.begin(&*self.files, origin.path());
    }

    fn reload(&mut self) {
        match self.document.origin().clone() {
            Origin::File(path) => self.open_file(&path),
            Origin::Gallery(name) => self.open_scene(&name),
            Origin::Nowhere => self.notices.say("It has never been saved"),
        }
    }

    /// Reads the file anew if it changed on disk: at once if nothing would be lost, else it asks.
    fn look_at_disk(&mut self) {
        if self.watch.has_changed(&*self.files, self.document.origin().path()) {
            self.notices.say(format!("{} changed on disk", self.document.origin().name()));
            self.perform(Command::Reload);
        }
    }

    fn save(&mut self) {
        match self.document.origin().path().map(Path::to_path_buf) {
            Some(path) => self.save_as(&path),
            None => self.window = Some(Window::SaveAs),
        }
    }

    fn save_as(&mut self, path: &Path) {
        let path = self.files.whole(path);
        let text = self.document.scenario().to_toml();
        // What is written must be what is meant: a file that reads back as something else is no save.
        match Scenario::parse(&text, &path.display().to_string()) {
            Ok(read) if read == *self.document.scenario() => {}
            Ok(_) => return self.notices.complain("Not saved: the file would not read back as it is"),
            Err(errors) => return self.blame("Not saved", errors.render(false)),
        }
        if let Err(problem) = self.files.write(&path, &text) {
            return self.notices.complain(problem);
        }
        self.notices.say(format!("Saved {}", path.display()));
        let personalities = self.document.content().personalities.len();
        if personalities > 0 {
            self.notices.say(format!("{personalities} personalities are not in the file: it knows groups alone"));
        }
        self.document.saved_at(path);
        self.preferences.last = self.document.origin().path().map(|path| path.display().to_string());
        self.watch.begin(&*self.files, self.document.origin().path());
        self.window = None;
    }

    /// Whether a panel is shown.
    pub fn shows(&self, panel: Panel) -> bool {
        self.preferences.clone().shows(panel).to_owned()
    }
}

impl Command {
    /// Whether unsaved changes would be gone after it.
    fn loses_changes(&self) -> bool {
        matches!(
            self,
            Command::New
                | Command::OpenScene(_)
                | Command::OpenFile(_)
                | Command::OpenText(..)
                | Command::Reload
                | Command::Quit
        )
    }
}

/// The next faster or slower speed.
fn notch(speed: f64, by: isize) -> f64 {
    let nearest = |one: &f64| ((one / speed).ln().abs() * 1e6) as i64;
    let at = SPEEDS.iter().enumerate().min_by_key(|(_, one)| nearest(one)).map_or(3, |(at, _)| at);
    SPEEDS[at.saturating_add_signed(by).min(SPEEDS.len() - 1)]
}

/// Another seed, which a person can still read and type.
fn next_seed(seed: u64) -> u64 {
    let spread = (seed.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread >> 33) % 1_000_000
}
