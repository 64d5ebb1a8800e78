//! What a person can do, as values: menus, shortcuts, the palette, the mouse and tests all make these.

use crate::edit::Edit;
use crate::simulation::Stick;
use egui::{Key, KeyboardShortcut, Modifiers};
use flockstep::AgentId;
use flockstep_view::{Backdrop, ColorBy};
use std::path::PathBuf;

/// What is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Selection {
    /// The world as a whole.
    #[default]
    World,
    /// A group.
    Group(usize),
    /// An agent.
    Agent(AgentId),
    /// A marker.
    Marker(String),
    /// An obstacle.
    Obstacle(usize),
}

/// A panel that can be shown or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The list of what there is.
    Scene,
    /// The settings of what is selected.
    Settings,
    /// The plots.
    Numbers,
}

/// What the camera follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Following {
    /// Nothing.
    #[default]
    Nothing,
    /// The selected agent.
    Agent,
    /// The middle of the selected group, or of everyone.
    Flock,
}

/// A window in front of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Scenes with pictures.
    Gallery,
    /// Every command by name.
    Palette,
    /// Every shortcut.
    Shortcuts,
    /// Choosing a file to open.
    Open,
    /// Choosing a file to save to.
    SaveAs,
}

/// Something a person does.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Runs, or stands still.
    Play(bool),
    /// Runs if it stands still, and the other way round.
    TogglePlay,
    /// One step, then stands still.
    Step,
    /// Back to the start.
    Restart,
    /// To this step of a recording.
    Seek(u64),
    /// Leaves the recording: from the step that is shown the world goes by itself, and can be changed.
    GoOn,
    /// Another seed, and back to the start.
    NewSeed,
    /// So many times as fast as the clock.
    Speed(f64),
    /// One notch faster.
    Faster,
    /// One notch slower.
    Slower,
    /// Changes the document.
    Edit(Edit),
    /// Takes the last edit back.
    Undo,
    /// Does it again.
    Redo,
    /// An empty document.
    New,
    /// A scene of the gallery.
    OpenScene(String),
    /// A file.
    OpenFile(PathBuf),
    /// Text dropped on the window, with its name.
    OpenText(String, Vec<u8>),
    /// Reads the file anew.
    Reload,
    /// Saves where it was opened from; asks where if it was nowhere.
    Save,
    /// Saves here.
    SaveAs(PathBuf),
    /// Closes the program.
    Quit,
    /// The answer to "there are unsaved changes".
    Answer(Answer),
    /// Selects something.
    Select(Selection),
    /// Drives the selected agent, or the first one a player may drive; or lets go.
    ToggleDrive,
    /// Moves the hand on the driven agent.
    Steer(Stick),
    /// Pushes away whoever is near a point.
    Scare([f32; 3]),
    /// One agent of a group more, here.
    Spawn {
        /// The group.
        group: usize,
        /// Where.
        at: [f32; 3],
    },
    /// Removes what is selected.
    RemoveSelected,
    /// Shows or hides a panel.
    TogglePanel(Panel),
    /// Shows a window, or closes what is shown.
    Show(Option<Window>),
    /// Dark or light.
    ToggleTheme,
    /// Larger or smaller: a factor, or with zero as large as at first.
    Scale(f32),
    /// Shows the whole world.
    Fit,
    /// What the camera follows.
    Follow(Following),
    /// What colors tell.
    ColorBy(ColorBy),
    /// What is behind a 3D world.
    Backdrop(Backdrop),
    /// Lines behind agents.
    ToggleTrails,
    /// What an agent goes by, drawn with it.
    ToggleAnnotations,
    /// The grid.
    ToggleGrid,
}

/// What to do with unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Save them first.
    Save,
    /// Lose them.
    Discard,
    /// Do nothing.
    Cancel,
}

/// A command that needs no further word, as the palette and the shortcuts list it.
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Where it belongs.
    pub section: &'static str,
    /// Its keys, if it has any; the first is shown.
    pub keys: &'static [KeyboardShortcut],
    /// The command.
    pub command: fn() -> Command,
}

/// A shortcut as it stands in menus: signs as they are on the keys.
pub(crate) fn keys_text(keys: &KeyboardShortcut) -> String {
    let mut text = String::new();
    for (held, name) in
        [(keys.modifiers.command, "Ctrl+"), (keys.modifiers.shift, "Shift+"), (keys.modifiers.alt, "Alt+")]
    {
        text.push_str(if held { name } else { "" });
    }
    let key = match keys.logical_key {
        Key::Period => ".",
        Key::Minus => "-",
        Key::Plus => "+",
        Key::Equals => "=",
        Key::Questionmark => "?",
        other => other.name(),
    };
    text + key
}

const fn key(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}
const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}
const fn ctrl_shift(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

macro_rules! named {
    ($($section:ident { $($name:literal [$($keys:expr),*] $command:expr;)* })*) => {
        /// Every command that needs no further word.
        pub const NAMED: &[Named] = &[$($(
            Named { name: $name, section: stringify!($section), keys: &[$($keys),*], command: || $command },
        )*)*];
    };
}

// A shortcut with more modifiers stands before the same key with fewer, or it would never be reached.
named! {
    Time {
        "Play or pause" [key(Key::Space)] Command::TogglePlay;
        "Single step" [key(Key::Period)] Command::Step;
        "Restart" [key(Key::R)] Command::Restart;
        "New seed" [key(Key::N)] Command::NewSeed;
        "Go on from here, without the recording" [] Command::GoOn;
        "Faster" [key(Key::Plus), key(Key::Equals)] Command::Faster;
        "Slower" [key(Key::Minus)] Command::Slower;
    }
    Edit {
        "Redo" [ctrl_shift(Key::Z), ctrl(Key::Y)] Command::Redo;
        "Undo" [ctrl(Key::Z)] Command::Undo;
        "Add a group" [] Command::Edit(Edit::AddGroup);
        "Remove what is selected" [key(Key::Delete)] Command::RemoveSelected;
    }
    File {
        "Gallery" [ctrl(Key::G)] Command::Show(Some(Window::Gallery));
        "New scenario" [ctrl(Key::N)] Command::New;
        "Open a file" [ctrl(Key::O)] Command::Show(Some(Window::Open));
        "Save as" [ctrl_shift(Key::S)] Command::Show(Some(Window::SaveAs));
        "Save" [ctrl(Key::S)] Command::Save;
        "Reload from disk" [key(Key::F5)] Command::Reload;
        "Quit" [ctrl(Key::Q)] Command::Quit;
    }
    Play {
        "Drive an agent, or let go" [key(Key::Enter)] Command::ToggleDrive;
    }
    View {
        "Show the whole world" [key(Key::F)] Command::Fit;
        "Follow the selected agent" [key(Key::G)] Command::Follow(Following::Agent);
        "Follow the flock" [key(Key::H)] Command::Follow(Following::Flock);
        "Follow nothing" [] Command::Follow(Following::Nothing);
        "Trails" [key(Key::T)] Command::ToggleTrails;
        "What the selected agent goes by" [key(Key::I)] Command::ToggleAnnotations;
        "Grid" [] Command::ToggleGrid;
        "Color by group" [key(Key::Num1)] Command::ColorBy(ColorBy::Group);
        "Color by speed" [key(Key::Num2)] Command::ColorBy(ColorBy::Speed);
        "Color by heading" [key(Key::Num3)] Command::ColorBy(ColorBy::Heading);
        "Color by neighbours seen" [key(Key::Num4)] Command::ColorBy(ColorBy::Neighbours);
        "Color leaders" [key(Key::Num5)] Command::ColorBy(ColorBy::Leader);
        "Panel: scene" [ctrl(Key::Num1)] Command::TogglePanel(Panel::Scene);
        "Panel: settings" [ctrl(Key::Num2)] Command::TogglePanel(Panel::Settings);
        "Panel: numbers" [ctrl(Key::Num3)] Command::TogglePanel(Panel::Numbers);
        "Dark or light" [ctrl(Key::D)] Command::ToggleTheme;
        "Larger" [ctrl(Key::Plus), ctrl(Key::Equals)] Command::Scale(1.1);
        "Smaller" [ctrl(Key::Minus)] Command::Scale(1.0 / 1.1);
        "As large as at first" [ctrl(Key::Num0)] Command::Scale(0.0);
    }
    Help {
        "Commands" [ctrl_shift(Key::P), ctrl(Key::P)] Command::Show(Some(Window::Palette));
        "Shortcuts" [key(Key::Questionmark), key(Key::F1)] Command::Show(Some(Window::Shortcuts));
    }
}
