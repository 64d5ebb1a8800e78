//! What is edited, and how it came to be: the scenario, where it is saved, undo and redo.

use crate::edit::Edit;
use flockstep::AgentId;
use flockstep::group::Settings;
use flockstep_scenario::Scenario;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most edits that can be undone.
const MOST_UNDONE: usize = 500;

/// Settings of one agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Personality {
    /// The number of its group. Ids are dealt out anew when a world begins: in another group it is another agent.
    pub group: usize,
    /// Its own settings.
    pub settings: Settings,
}

/// What is edited: a scenario, and what a file cannot hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Content {
    /// The scenario as it is saved.
    pub scenario: Scenario,
    /// Settings of single agents, by id. They live as long as the document is open: a file knows groups alone.
    pub personalities: BTreeMap<AgentId, Personality>,
}

impl Content {
    /// A scenario whose agents all follow their groups.
    pub fn new(scenario: Scenario) -> Content {
        Content { scenario, personalities: BTreeMap::new() }
    }
    /// The settings that an agent of a group follows.
    pub fn settings_of(&self, agent: AgentId, group: usize) -> Option<&Settings> {
        let own = self.personalities.get(&agent).filter(|own| own.group == group);
        own.map(|own| &own.settings).or_else(|| self.scenario.groups.get(group).map(|group| &group.group.settings))
    }
}

/// Where a document came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A scene of the gallery, by name.
    Gallery(String),
    /// A file.
    File(PathBuf),
    /// A recording: the document is what it was made from, and is only shown.
    Recording(PathBuf),
    /// None of these: it has never been saved.
    Nowhere,
}

impl Origin {
    /// A short name for it.
    pub fn name(&self) -> String {
        match self {
            Origin::Gallery(name) => name.clone(),
            Origin::File(path) | Origin::Recording(path) => file_name(path),
            Origin::Nowhere => "untitled".into(),
        }
    }
    /// The scenario file it is, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Origin::File(path) => Some(path),
            _ => None,
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// One state to go back to (or forward).
struct Past {
    label: String,
    content: Arc<Content>,
}

/// A scenario in the making.
pub struct Document {
    content: Arc<Content>,
    origin: Origin,
    saved: Scenario,
    undo: Vec<Past>,
    redo: Vec<Past>,
    /// The edit that further ones of its kind join, while the mouse is held.
    open: Option<String>,
}

impl Document {
    /// A document as it was read.
    pub fn new(scenario: Scenario, origin: Origin) -> Document {
        let saved = scenario.clone();
        let content = Arc::new(Content::new(scenario));
        Document { content, origin, saved, undo: Vec::new(), redo: Vec::new(), open: None }
    }

    /// What is edited.
    pub fn content(&self) -> &Arc<Content> {
        &self.content
    }
    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.content.scenario
    }
    /// Where it came from.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
    /// Whether it differs from what is saved.
    pub fn is_changed(&self) -> bool {
        self.content.scenario != self.saved
    }
    /// What the next undo takes back.
    pub fn undo_label(&self) -> Option<&str> {
        self.undo.last().map(|past| past.label.as_str())
    }
    /// What the next redo does again.
    pub fn redo_label(&self) -> Option<&str> {
        self.redo.last().map(|past| past.label.as_str())
    }

    /// Changes the content. With `joins`, edits of the same thing become one entry of the undo list: a slider that is
    /// dragged is one edit. On an error nothing has changed.
    pub fn edit(&mut self, edit: &Edit, joins: bool) -> Result<(), String> {
        let mut content = (*self.content).clone();
        edit.apply(&mut content)?;
        if content == *self.content {
            return Ok(());
        }
        check(&content)?;
        let key = edit.key();
        if !(joins && self.open.as_ref() == Some(&key)) {
            self.undo.push(Past { label: edit.label(), content: self.content.clone() });
            if self.undo.len() > MOST_UNDONE {
                self.undo.remove(0);
            }
        }
        self.open = joins.then_some(key);
        self.redo.clear();
        self.content = Arc::new(content);
        Ok(())
    }

    /// The next edit begins a new entry of the undo list.
    pub fn seal(&mut self) {
        self.open = None;
    }

    /// Takes the last edit back; returns what it was.
    pub fn undo(&mut self) -> Option<String> {
        self.seal();
        let past = self.undo.pop()?;
        let content = std::mem::replace(&mut self.content, past.content);
        self.redo.push(Past { label: past.label.clone(), content });
        Some(past.label)
    }
    /// Does the edit that was last taken back again; returns what it was.
    pub fn redo(&mut self) -> Option<String> {
        self.seal();
        let past = self.redo.pop()?;
        let content = std::mem::replace(&mut self.content, past.content);
        self.undo.push(Past { label: past.label.clone(), content });
        Some(past.label)
    }

    /// Whether it is only shown, because its world goes the way it was recorded.
    pub fn is_recording(&self) -> bool {
        matches!(self.origin, Origin::Recording(_))
    }
    /// From now on it is a document of its own, not saved anywhere yet.
    pub fn go_on(&mut self) {
        self.origin = Origin::Nowhere;
    }

    /// Notes that the scenario has been saved here.
    pub fn saved_at(&mut self, path: PathBuf) {
        self.origin = Origin::File(path);
        self.saved = self.content.scenario.clone();
    }

    /// Takes what its file now says. What was there before can be brought back by undo. On an error nothing has changed.
    pub fn reread(&mut self, scenario: Scenario) -> Result<(), String> {
        self.edit(&Edit::Replace(Box::new(scenario)), false)?;
        self.saved = self.content.scenario.clone();
        Ok(())
    }
}

/// Refuses content that makes no world. Without its agents a world is made in no time.
pub(crate) fn check(content: &Content) -> Result<(), String> {
    let mut scenario = content.scenario.clone();
    for group in &mut scenario.groups {
        (group.count, group.agents) = (0, Vec::new());
    }
    let agents: usize = content.scenario.groups.iter().map(|group| group.count + group.agents.len()).sum();
    if agents > flockstep::MOST_AGENTS {
        return Err(format!("{agents} agents: at most {}", flockstep::MOST_AGENTS));
    }
    scenario.build().map(drop).map_err(|error| error.to_string())
}
