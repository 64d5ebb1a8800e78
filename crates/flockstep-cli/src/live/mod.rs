//! A flock live in the terminal, where there is no screen to open a window on.
//!
//! [`keys`] turns a key into an action, [`show`] carries it out, [`screen`] draws what is there ([`sketch`] the world,
//! seen from where [`gaze`] says, in the colors that [`tint`] has). Here is the loop that joins them to the terminal.

mod gaze;
mod keys;
mod screen;
mod show;
mod sketch;
mod tint;

use crate::failure::Failure;
use crate::run::Signals;
use flockstep_studio::Simulation;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};
use show::Show;
use std::time::{Duration, Instant};
use tint::Tint;

/// The time between two frames. Terminals are slow: more frames would not be seen.
const FRAME: Duration = Duration::from_millis(33);

/// Shows a scene of the gallery until the user has seen enough. `told` is said first, if there is anything to say.
pub fn live(name: &str, told: Option<String>) -> Result<(), Failure> {
    let signals = Signals::listen(give_terminal_back)?;
    let start = |document: &flockstep_studio::Document| Simulation::on_thread(document.content().clone(), || {});
    let mut show =
        Show::new(name, Tint::of_environment(), start).map_err(|error| Failure::Running(error.to_string()))?;
    if let Some(told) = told {
        show.studio.notices.say(told);
    }
    let refused = |error| Failure::io("use the terminal", &error);
    in_terminal(|terminal| watch(terminal, &mut show, &signals)).map_err(refused)?;
    match signals.asked() {
        None => Ok(()),
        Some(signal) => {
            Err(Failure::Interrupted { signal, reached: format!("stopped at step {}", show.studio.frame().steps) })
        }
    }
}

/// Whoever asks twice gets the terminal back, too.
fn give_terminal_back() -> Option<String> {
    ratatui::restore();
    None
}

/// Does something in the terminal, which is given back whatever happens: on a panic, ratatui does it.
fn in_terminal(something: impl FnOnce(&mut DefaultTerminal) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    let ended = something(&mut terminal);
    ratatui::restore();
    ended
}

fn watch(terminal: &mut DefaultTerminal, show: &mut Show, signals: &Signals) -> std::io::Result<()> {
    let mut drawn_at = Instant::now();
    let mut due = true;
    while !show.over && signals.asked().is_none() {
        let fresh = show.studio.refresh();
        let moving = show.studio.frame().playing || !show.studio.notices.current().is_empty();
        if due || fresh || moving {
            let seconds = drawn_at.elapsed().as_secs_f32();
            drawn_at = Instant::now();
            terminal.draw(|frame| screen::draw(frame, show, seconds))?;
        }
        // Wait for keys until the next frame is due; a terminal that is slow to draw has no time to lose.
        due = answer(show, FRAME.saturating_sub(drawn_at.elapsed()))?;
    }
    Ok(())
}

/// Answers all keys that come in before the time is over. Returns whether there were any, or the terminal was resized.
fn answer(show: &mut Show, time: Duration) -> std::io::Result<bool> {
    let until = Instant::now() + time;
    let mut any = false;
    while event::poll(until.saturating_duration_since(Instant::now()))? {
        any = true;
        if let Event::Key(key) = event::read()?
            && let Some(action) = keys::action(key)
        {
            show.act(action);
            // Seen at once.
            break;
        }
    }
    Ok(any)
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
