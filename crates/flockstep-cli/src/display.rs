//! Whether there is a screen to open a window on, and whether there is a terminal to draw in.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Whether a window can be opened, as far as can be known without trying.
pub fn has_screen() -> bool {
    // On the other systems a session without a screen cannot be told from one with: trying tells.
    let always = cfg!(any(target_os = "macos", target_os = "windows"));
    always || names_screen(|name| std::env::var_os(name))
}

/// Whether the environment names a screen.
fn names_screen(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().any(|name| variable(name).is_some_and(|value| !value.is_empty()))
}

/// Whether someone sits at a terminal that can place text, with its keys coming in and its screen going out.
pub fn has_terminal() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|kind| kind == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_is_named_by_either_variable_unless_it_is_empty() {
        let with = |set: &'static [(&str, &str)]| {
            names_screen(|name| set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into()))
        };
        assert!(with(&[("DISPLAY", ":0")]));
        assert!(with(&[("WAYLAND_DISPLAY", "wayland-0")]));
        assert!(with(&[("WAYLAND_DISPLAY", ""), ("DISPLAY", ":0")]));
        assert!(!with(&[("DISPLAY", "")]));
        assert!(!with(&[]));
    }
}
