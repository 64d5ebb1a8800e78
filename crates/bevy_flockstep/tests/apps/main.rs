//! Real Bevy apps, without a window. One program, because each one links all of Bevy that is used.

mod common;
mod events;
mod files;
mod flocks;
mod lockstep;
mod settings;
mod ways;
