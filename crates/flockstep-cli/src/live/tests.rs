//! What happens to the terminal when the program does not end as it should.

#[path = "../../tests/common/terminal.rs"]
mod terminal;

use super::in_terminal;
use terminal::Terminal;

/// Set where the test below starts this program anew, in a terminal, to panic there.
const PANIC: &str = "FLOCKSTEP_TEST_PANICS";

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    if std::env::var_os(PANIC).is_some() {
        let drawn = in_terminal(|terminal| {
            terminal.draw(|frame| frame.render_widget("a flock", frame.area()))?;
            panic!("for the test")
        });
        drop(drawn);
        return;
    }
    let Some(terminal) = Terminal::open("panic", "/") else { return };
    let program = std::env::current_exe().expect("it has a path").display().to_string();
    let name = "live::tests::a_panic_gives_the_terminal_back_and_is_told";
    terminal.start(&format!("RUST_BACKTRACE=0 {PANIC}=1 '{program}' --nocapture --exact {name}"));
    let shell = terminal.wait_for("ended with 101");
    assert!(shell.contains("for the test") && !shell.contains("a flock"), "{shell}");
    terminal.type_line("echo $((6 * 7))th");
    terminal.wait_for("42th");
}
