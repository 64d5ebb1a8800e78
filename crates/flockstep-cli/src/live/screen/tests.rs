use super::*;
use crate::live::keys::Action;
use crate::live::tint::Tint;
use flockstep_scenario::gallery;
use flockstep_studio::{Command, Simulation};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A show whose world runs only when it is refreshed, and stands still.
fn show(name: &str, tint: Tint) -> Show {
    let start = |document: &flockstep_studio::Document| -> Result<_, AnyError> {
        Ok(Simulation::here(document.content().clone())?)
    };
    let mut show = Show::new(name, tint, start).expect("a scene of the gallery");
    act(&mut show, Action::Do(Command::Play(false)));
    show
}

fn act(show: &mut Show, action: Action) {
    show.act(action);
    show.studio.refresh();
}

fn drawn(show: &mut Show, width: u16, height: u16) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen in memory");
    terminal.draw(|frame| draw(frame, show, 0.03)).expect("it draws");
    terminal
}

fn text(terminal: &Terminal<TestBackend>) -> String {
    terminal.backend().to_string()
}

fn is_braille(character: char) -> bool {
    ('\u{2801}'..='\u{28ff}').contains(&character)
}

/// How many characters of the world have this color.
fn colored(terminal: &Terminal<TestBackend>, color: Color) -> usize {
    let cells = terminal.backend().buffer().content().iter();
    cells.filter(|cell| cell.fg == color && cell.symbol().chars().all(is_braille)).count()
}

#[test]
fn every_scene_of_the_gallery_shows_its_name_and_its_agents_in_their_colors() {
    for scene in gallery::scenes() {
        let mut show = show(scene.name, Tint::Full);
        for _ in 0..3 {
            act(&mut show, Action::Do(Command::Step));
        }
        let terminal = drawn(&mut show, 100, 30);
        let text = text(&terminal);
        assert!(text.contains(&show.studio.document.scenario().name), "{}\n{text}", scene.name);
        assert!(text.contains("step 3"), "{}\n{text}", scene.name);
        let picture = &show.studio.frame().picture;
        if picture.dimensions == 2 {
            let styled = |number: usize| picture.instances().iter().any(|agent| usize::from(agent.style) == number);
            let seen = (0..picture.styles.len()).filter(|number| styled(*number)).any(|number| {
                let [red, green, blue] = picture.styles[number].color;
                colored(&terminal, Color::Rgb(red, green, blue)) > 0
            });
            assert!(seen, "no agent of {} is to be seen\n{text}", scene.name);
        } else {
            assert!(text.chars().filter(|character| is_braille(*character)).count() > 30, "{}\n{text}", scene.name);
        }
    }
}

#[test]
fn a_flock_in_space_is_to_be_seen_from_every_side() {
    let mut show = show("school", Tint::Plain);
    act(&mut show, Action::Do(Command::Play(true)));
    for _ in 0..12 {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a screen in memory");
        terminal.draw(|frame| draw(frame, &mut show, 6.0)).expect("it draws");
        let text = text(&terminal);
        assert!(text.chars().filter(|character| is_braille(*character)).count() > 30, "{text}");
    }
}

#[test]
fn keys_change_what_is_shown() {
    let mut show = show("school", Tint::Cube);
    assert!(text(&drawn(&mut show, 90, 24)).contains("paused"));
    act(&mut show, Action::Do(Command::TogglePlay));
    assert!(!text(&drawn(&mut show, 90, 24)).contains("paused"));
    act(&mut show, Action::Do(Command::Step));
    let screen = text(&drawn(&mut show, 90, 24));
    assert!(screen.contains("paused") && !screen.contains("step 0 "), "{screen}");

    act(&mut show, Action::Do(Command::Faster));
    assert!(text(&drawn(&mut show, 90, 24)).contains("speed 2x"));
    (0..9).for_each(|_| act(&mut show, Action::Do(Command::Faster)));
    assert!(text(&drawn(&mut show, 90, 24)).contains("speed 10x"));
    (0..9).for_each(|_| act(&mut show, Action::Do(Command::Slower)));
    assert!(text(&drawn(&mut show, 90, 24)).contains("speed 0.1x"));

    act(&mut show, Action::Do(Command::Restart));
    assert!(text(&drawn(&mut show, 90, 24)).contains("step 0 "));
    act(&mut show, Action::Help);
    assert!(text(&drawn(&mut show, 90, 24)).contains("one step, then stands still"));
    act(&mut show, Action::Back);
    assert!(!show.help && !show.over, "Esc closes the help first");
    act(&mut show, Action::Back);
    assert!(show.over);
}

#[test]
fn next_goes_through_the_whole_gallery_and_previous_back() {
    let mut show = show("school", Tint::Plain);
    let names = |show: &mut Show, action: Action| -> Vec<String> {
        let one = |_| {
            act(show, action.clone());
            let name = show.studio.document.scenario().name.clone();
            assert!(show.studio.is_shown() && text(&drawn(show, 80, 24)).contains(&name), "{name}");
            name
        };
        (0..gallery::scenes().len()).map(one).collect()
    };
    let mut there = names(&mut show, Action::Next);
    assert_eq!(there.pop().as_deref(), Some("School"), "around once");
    let mut back = names(&mut show, Action::Previous);
    assert_eq!(back.pop().as_deref(), Some("School"), "and around again");
    back.reverse();
    assert_eq!(there, back);
    let unique: std::collections::BTreeSet<_> = back.iter().collect();
    assert_eq!(unique.len(), back.len(), "no scene comes twice");
}

#[test]
fn no_size_is_too_small_and_the_world_stays_in_sight() {
    let mut show = show("vehicles", Tint::Cube);
    show.studio.notices.say("a message that is longer than a narrow terminal is wide");
    for help in [false, true] {
        show.help = help;
        for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (80, 1), (1, 50), (20, 4), (7, 40), (500, 200)] {
            drawn(&mut show, width, height);
        }
    }
    show.help = false;
    let screen = text(&drawn(&mut show, 24, 8));
    assert!(screen.chars().any(is_braille) && screen.contains("q quit"), "{screen}");
}

#[test]
fn without_colors_there_are_none() {
    let mut show = show("craft", Tint::Plain);
    let terminal = drawn(&mut show, 100, 30);
    assert!(
        terminal.backend().buffer().content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
}

#[test]
fn what_does_not_fit_is_left_out_whole() {
    let parts = ["step 12".to_string(), "0.2 s".to_string(), "300 agents".to_string()];
    assert_eq!(whole_parts(&parts, 80), "step 12  0.2 s  300 agents");
    assert_eq!(whole_parts(&parts, 15), "step 12  0.2 s");
    assert_eq!(whole_parts(&parts, 3), "");
    assert_eq!(clipped("a sentence", 5), "a se…");
    assert_eq!(clipped("a sentence", 0), "…");
}

#[test]
fn a_world_that_cannot_keep_up_says_so_first() {
    let mut show = show("school", Tint::Full);
    assert!(!text(&drawn(&mut show, 90, 24)).contains("slow"));
    // A hundred thousand steps a second are too many for any machine.
    act(&mut show, Action::Do(Command::Edit(flockstep_studio::Edit::SetTimeStep(0.0001))));
    act(&mut show, Action::Do(Command::Speed(10.0)));
    act(&mut show, Action::Do(Command::Play(true)));
    let began = std::time::Instant::now();
    while !show.studio.frame().pace.is_slow() {
        assert!(began.elapsed().as_secs() < 60, "it keeps up: {:?}", show.studio.frame().pace);
        show.studio.refresh();
    }
    for width in [30, 90] {
        let screen = text(&drawn(&mut show, width, 24));
        assert!(screen.contains("slow: ") && screen.contains(" of 100000 steps/s"), "{screen}");
    }
}
