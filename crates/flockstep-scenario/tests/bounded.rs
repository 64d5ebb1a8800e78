//! Mistakes cost a bounded amount of work, however many there are and however many names they might have meant.

use flockstep_scenario::Scenario;
use std::time::{Duration, Instant};

/// Reads a text that has this many mistakes, in no more than some seconds: what was quadratic took minutes.
fn read_soon(text: &str, mistakes: usize) -> Duration {
    let began = Instant::now();
    let errors = Scenario::parse(text, "many.toml").expect_err("it has mistakes");
    assert_eq!(errors.count(), mistakes);
    let shown = errors.render(false);
    assert!(!shown.is_empty());
    let took = began.elapsed();
    assert!(took < Duration::from_secs(10), "{mistakes} mistakes took {took:?}");
    took
}

#[test]
fn thousands_of_wrong_names_among_thousands() {
    let group = |nth: usize| {
        let wrong = format!("[[groups.behaviors]]\ntype = 'flee'\nof = {{ groups = ['gruop number {nth}'] }}\n");
        format!("[[groups]]\nname = 'group number {nth}'\ncount = 1\n{wrong}")
    };
    let text = |count: usize| format!("dimensions = 2\n{}", (0..count).map(group).collect::<String>());
    read_soon(&text(2_500), 2_500);
    read_soon(&text(20_000), 20_000);
}

#[test]
fn a_hundred_and_fifty_thousand_wrong_keys() {
    let keys: String = (0..150_000).map(|nth| format!("max_sped{nth} = 1\n")).collect();
    read_soon(&format!("dimensions = 2\n{keys}"), 150_000);
    let inside: String = (0..150_000).map(|nth| format!("k{nth} = 1, ")).collect();
    let body = format!("dimensions = 2\n[[groups]]\nname = 'a'\nbody = {{ {inside}model = 'point' }}");
    read_soon(&body, 150_000);
    // Names that might be the missing one, each.
    let names: String = (0..150_000).map(|nth| format!("typ{nth} = 1\n")).collect();
    let behavior = format!("dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1\n[[groups.behaviors]]\n{names}");
    let errors = Scenario::parse(&behavior, "many.toml").expect_err("it has mistakes");
    assert!(errors.count() >= 1);
}

#[test]
fn wrong_words_in_a_long_list() {
    let agents = "'mates!', ".repeat(100_000);
    let text = format!(
        "dimensions = 2\n[[groups]]\nname = 'a'\ncount = 1\nlayers = ['b']\n[[groups.behaviors]]\n\
                        type = 'flee'\nof = {{ layers = [{agents}] }}"
    );
    read_soon(&text, 100_000);
}

#[test]
fn an_override_among_many_groups() {
    let groups: String = (0..32_000).map(|nth| format!("[[groups]]\nname = 'group number {nth}'\n")).collect();
    let wrong: Vec<_> =
        (0..20).map(|nth| format!("groups.gruop number {nth}.count=1").parse().expect("an override")).collect();
    let began = Instant::now();
    let errors = Scenario::parse_with(&format!("dimensions = 2\n{groups}"), "many.toml", &wrong).expect_err("mistakes");
    assert_eq!(errors.count(), 20);
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
}

#[test]
fn the_first_mistakes_still_have_their_suggestion() {
    let keys: String = (0..100).map(|_| "[[groups]]\nname = 'a'\ncuont = 1\n").collect();
    let errors = Scenario::parse(&format!("dimensions = 2\n{keys}"), "few.toml").expect_err("it has mistakes");
    let meant = errors.iter().filter(|problem| problem.did_you_mean.as_deref() == Some("count")).count();
    assert_eq!(meant, 100);
}
