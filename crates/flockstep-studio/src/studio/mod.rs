//! The studio: a document, the world that runs from it, and everything a person can do with both.

mod opening;
mod play;
mod recording;

use crate::command::{Command, Selection, Window};
use crate::document::{Document, Origin};
use crate::edit::Edit;
use crate::files::Files;
use crate::history::History;
use crate::notice::Notices;
use crate::preferences::Preferences;
use crate::scenery::Scenery;
use crate::simulation::{Frame, Order, Report, Simulation, Stick};
use crate::watch::Watch;
use flockstep::AgentId;
use play::notch;

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
    /// How many documents have been opened since the first.
    opened: u32,
    drives: Option<(AgentId, Stick)>,
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
            preferences: preferences.sane(),
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
            opened: 0,
            drives: None,
        };
        studio.begin();
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
                Report::LostDriven => {
                    self.drives = None;
                    self.notices.say("The agent you were driving is gone");
                }
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
    /// Whether the newest frame shows the document, not yet the one before it.
    pub fn is_shown(&self) -> bool {
        self.frame().document == self.opened
    }
    /// The agent that is driven.
    pub fn driven(&self) -> Option<AgentId> {
        self.drives.map(|(id, _)| id)
    }

    /// Does something.
    pub fn perform(&mut self, command: Command) {
        if self.document.is_recording() && command.changes_world() {
            self.notices.complain(recording::ONLY_SHOWN);
            return;
        }
        if command.loses_changes() && self.document.is_changed() {
            self.pending = Some(Box::new(command));
            self.window = None;
            return;
        }
        self.carry_out(command);
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Play(playing) => self.simulation.tell(Order::Play(playing)),
            Command::TogglePlay => self.simulation.tell(Order::TogglePlay),
            Command::Step => self.simulation.tell(Order::Steps(1)),
            Command::Restart => self.simulation.tell(Order::Restart),
            Command::Seek(step) => self.simulation.tell(Order::Seek(step)),
            Command::GoOn => self.go_on(),
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
            Command::TogglePanel(panel) => self.preferences.toggle(panel),
            Command::Show(window) => {
                // Who does not say where to save does not go on to what had to wait for it.
                if self.window == Some(Window::SaveAs) {
                    self.pending = None;
                }
                self.window = window;
            }
            Command::ToggleTheme => self.preferences.dark = !self.preferences.dark,
            Command::Scale(factor) if factor > 0.0 => {
                self.preferences.scale_by(factor);
            }
            Command::Scale(_) => self.preferences.scale = 1.0,
            Command::Fit => self.scenery.fit = true,
            Command::Follow(following) => self.follow(following),
            Command::ColorBy(color_by) => {
                self.scenery.look.color_by = color_by;
                self.show();
            }
            Command::Backdrop(backdrop) => self.scenery.look.backdrop = backdrop,
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

    /// Tells the running world how it is drawn.
    pub(crate) fn show(&mut self) {
        self.simulation.tell(Order::Show(self.scenery.ask()));
    }
}

/// Another seed, which a person can still read and type.
fn next_seed(seed: u64) -> u64 {
    let spread = (seed.wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread >> 33) % 1_000_000
}
