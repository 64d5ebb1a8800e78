//! Opening, saving, reloading, and what happens to unsaved changes.

use super::{Mistakes, Studio};
use crate::command::{Answer, Command, Selection, Window};
use crate::document::{Document, Origin, check};
use crate::simulation::Order;
use flockstep_scenario::{Scenario, gallery, warnings};
use std::path::Path;

/// The most warnings that are said at once: more could not be read before they go.
const MOST_WARNINGS: usize = 2;

impl Studio {
    pub(super) fn answer(&mut self, answer: Answer) {
        let Some(pending) = self.pending.take() else { return };
        match answer {
            Answer::Cancel => {}
            Answer::Discard => self.carry_out(*pending),
            Answer::Save => {
                // Where it first needs a name, what was asked for waits until it has one.
                self.pending = Some(pending);
                self.save();
            }
        }
    }

    pub(super) fn open_scene(&mut self, name: &str) {
        match gallery::find(name) {
            Some(scene) => self.open_text(scene.text.as_bytes(), Origin::Gallery(scene.name.into())),
            None => self.notices.complain(format!("There is no scene \"{name}\" in the gallery")),
        }
    }

    pub(super) fn open_file(&mut self, path: &Path) {
        let path = self.files.whole(path);
        match self.files.recording(&path) {
            Some(Ok(recorded)) => return self.open_recording(recorded, path),
            Some(Err(problem)) => return self.notices.complain(problem),
            None => {}
        }
        match self.files.read(&path) {
            Ok(bytes) => self.open_text(&bytes, Origin::File(path)),
            Err(problem) => self.notices.complain(problem),
        }
    }

    /// What was dropped on the window without a path of its own.
    pub(super) fn open_dropped(&mut self, name: &str, bytes: &[u8]) {
        if bytes.starts_with(b"FLOCKREC") {
            return self.notices.complain(format!("{name}: recordings are played on a desktop, by flockstep studio"));
        }
        match Scenario::parse_bytes(bytes, name, &[]) {
            Ok(scenario) => self.open(scenario, Origin::Nowhere),
            Err(errors) => self.blame(name, errors.render(false)),
        }
    }

    pub(super) fn open_text(&mut self, bytes: &[u8], origin: Origin) {
        let name = origin.name();
        match Scenario::parse_bytes(bytes, &name, &[]) {
            Ok(scenario) => self.open(scenario, origin),
            Err(errors) => self.blame(&name, errors.render(false)),
        }
    }

    /// Shows the mistakes of a file; what runs goes on.
    pub(super) fn blame(&mut self, name: &str, text: String) {
        self.mistakes = Some(Mistakes { name: name.into(), text });
    }

    pub(super) fn open(&mut self, scenario: Scenario, origin: Origin) {
        let document = Document::new(scenario, origin);
        // A file can be valid and still name what only a program of one's own has, such as a custom behavior.
        if let Err(problem) = check(document.content()) {
            return self.blame(&document.origin().name(), problem);
        }
        let order = Order::Open(document.content().clone(), self.opened + 1);
        self.put(document, order);
    }

    /// Puts another document in place, with the order that opens it in the running world.
    pub(super) fn put(&mut self, document: Document, order: Order) {
        self.simulation.tell(Order::Drive(None));
        self.opened += 1;
        self.simulation.tell(order);
        self.document = document;
        self.begin();
        self.window = None;
    }

    /// What follows from another document.
    pub(super) fn begin(&mut self) {
        self.drives = None;
        self.mistakes = None;
        self.history.clear();
        self.scenery.begin(self.document.scenario());
        self.select(Selection::World);
        self.show();
        let origin = self.document.origin();
        self.preferences.last = match origin {
            Origin::Gallery(name) => Some(name.clone()),
            Origin::File(path) | Origin::Recording(path) => Some(path.display().to_string()),
            Origin::Nowhere => None,
        };
        self.watch.begin(&*self.files, origin.path());
        self.warn();
    }

    /// Says what in the scenario has no effect where it stands.
    fn warn(&mut self) {
        let all = warnings(self.document.scenario());
        for warning in all.iter().take(MOST_WARNINGS) {
            self.notices.say(warning);
        }
        if all.len() > MOST_WARNINGS {
            let more = all.len() - MOST_WARNINGS;
            self.notices.say(format!("and {more} more without effect: flockstep check shows them"));
        }
    }

    /// Reads the file again. It is an edit like any other: the world follows it while it runs, and undo takes it back.
    pub(super) fn reload(&mut self) {
        let origin = self.document.origin().clone();
        let read = match &origin {
            Origin::File(path) => self.files.read(path),
            Origin::Gallery(name) => gallery::find(name)
                .map(|scene| scene.text.into())
                .ok_or_else(|| format!("There is no scene \"{name}\" in the gallery")),
            Origin::Nowhere | Origin::Recording(_) => Err("It has never been saved".into()),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(problem) => return self.notices.complain(problem),
        };
        let lost = self.document.is_changed();
        match Scenario::parse_bytes(&bytes, &origin.name(), &[]) {
            Ok(scenario) => match self.document.reread(scenario) {
                Ok(()) => self.reread(lost),
                Err(problem) => self.blame(&origin.name(), problem),
            },
            Err(errors) => self.blame(&origin.name(), errors.render(false)),
        }
    }

    /// What follows from a file that was read again.
    fn reread(&mut self, lost: bool) {
        self.mistakes = None;
        self.simulation.tell(Order::Follow(self.document.content().clone()));
        self.keep_selection();
        let name = self.document.origin().name();
        let back = if lost { "; undo brings back what you had" } else { "" };
        self.notices.say(format!("{name} was read again{back}"));
        self.watch.begin(&*self.files, self.document.origin().path());
        self.warn();
    }

    /// Reads the file again if it changed on disk.
    pub(super) fn look_at_disk(&mut self) {
        if self.watch.has_changed(&*self.files, self.document.origin().path()) {
            self.perform(Command::Reload);
        }
    }

    pub(super) fn save(&mut self) {
        match self.document.origin().path().map(Path::to_path_buf) {
            Some(path) => self.save_as(&path),
            None => self.window = Some(Window::SaveAs),
        }
    }

    pub(super) fn save_as(&mut self, path: &Path) {
        let path = self.files.whole(path);
        let text = self.document.scenario().to_toml();
        // What is written must be what is meant: a file that reads back as something else is no save.
        match Scenario::parse(&text, &path.display().to_string()) {
            Ok(read) if read == *self.document.scenario() => {}
            Ok(_) => return self.notices.complain("Not saved: the file would not read back as it is"),
            Err(errors) => return self.blame("Not saved", errors.render(false)),
        }
        let had_comments = self.files.read(&path).is_ok_and(|old| has_comments(&String::from_utf8_lossy(&old)));
        if let Err(problem) = self.files.write(&path, &text) {
            return self.notices.complain(problem);
        }
        self.notices.say(format!("Saved {}", path.display()));
        if had_comments {
            self.notices.say("The comments of the file that was there are not kept");
        }
        let personalities = self.document.content().personalities.len();
        if personalities > 0 {
            self.notices.say(format!("{personalities} personalities are not in the file: it knows groups alone"));
        }
        self.document.saved_at(path);
        self.preferences.last = self.document.origin().path().map(|path| path.display().to_string());
        self.watch.begin(&*self.files, self.document.origin().path());
        self.window = None;
        if let Some(pending) = self.pending.take() {
            self.carry_out(*pending);
        }
    }
}

/// Whether a file has lines that are comments.
fn has_comments(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with('#'))
}

impl Command {
    /// Whether unsaved changes would be gone after it.
    pub(super) fn loses_changes(&self) -> bool {
        matches!(
            self,
            Command::New | Command::OpenScene(_) | Command::OpenFile(_) | Command::OpenText(..) | Command::Quit
        )
    }
}
