//! The `flockstep` command.
fn main() {}
