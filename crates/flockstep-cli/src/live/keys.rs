//! What each key does.

use flockstep_studio::Command;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The same as in the studio.
    Do(Command),
    /// The next scene of the gallery.
    Next,
    /// The one before.
    Previous,
    /// Shows the keys, or hides them.
    Help,
    /// Hides the keys if they are shown, else ends it.
    Back,
    /// Ends it.
    Quit,
}

/// A line of the help: the keys, what they do in a word, and in a sentence.
pub struct Key {
    /// The keys as they stand on the keyboard.
    pub keys: &'static str,
    /// In a word.
    pub word: &'static str,
    /// In a sentence.
    pub about: &'static str,
}

/// Every key there is.
pub static KEYS: [Key; 7] = [
    Key { keys: "space", word: "pause", about: "stands still, or runs on" },
    Key { keys: ".", word: "step", about: "one step, then stands still" },
    Key { keys: "+ -", word: "speed", about: "faster, slower: from a tenth to ten times" },
    Key { keys: "n p", word: "scene", about: "the next scene of the gallery, the previous one" },
    Key { keys: "r", word: "restart", about: "the same scene from the start" },
    Key { keys: "?", word: "help", about: "shows this, or hides it" },
    Key { keys: "q", word: "quit", about: "ends it; so do Esc and Ctrl-C" },
];

/// What a key asks for, if anything.
pub fn action(key: KeyEvent) -> Option<Action> {
    // Some terminals tell when a key is let go, too.
    if key.kind == KeyEventKind::Release {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return (key.code == KeyCode::Char('c')).then_some(Action::Quit);
    }
    if key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    match key.code {
        KeyCode::Esc => Some(Action::Back),
        KeyCode::Char(character) => of_character(character.to_ascii_lowercase()),
        _ => None,
    }
}

fn of_character(character: char) -> Option<Action> {
    Some(match character {
        ' ' => Action::Do(Command::TogglePlay),
        '.' => Action::Do(Command::Step),
        // On many keyboards + and - are one key with = and _.
        '+' | '=' => Action::Do(Command::Faster),
        '-' | '_' => Action::Do(Command::Slower),
        'r' => Action::Do(Command::Restart),
        'n' => Action::Next,
        'p' => Action::Previous,
        '?' => Action::Help,
        'q' => Action::Quit,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: KeyCode, modifiers: KeyModifiers) -> Option<Action> {
        action(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn every_key_of_the_help_does_something() {
        for line in &KEYS {
            for key in line.keys.split(' ') {
                let character = if key == "space" { ' ' } else { key.chars().next().expect("a key") };
                assert!(press(KeyCode::Char(character), KeyModifiers::NONE).is_some(), "{key}");
            }
        }
    }

    #[test]
    fn there_are_three_ways_out() {
        assert_eq!(press(KeyCode::Char('q'), KeyModifiers::NONE), Some(Action::Quit));
        assert_eq!(press(KeyCode::Char('c'), KeyModifiers::CONTROL), Some(Action::Quit));
        assert_eq!(press(KeyCode::Esc, KeyModifiers::NONE), Some(Action::Back));
    }

    #[test]
    fn letters_work_in_either_case_and_letting_go_does_nothing() {
        assert_eq!(press(KeyCode::Char('N'), KeyModifiers::SHIFT), Some(Action::Next));
        let mut up = KeyEvent::new(KeyCode::Char('n'), KeyModifiers::NONE);
        up.kind = KeyEventKind::Release;
        assert_eq!(action(up), None);
        assert_eq!(press(KeyCode::Char('q'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::F(5), KeyModifiers::NONE), None);
    }
}
