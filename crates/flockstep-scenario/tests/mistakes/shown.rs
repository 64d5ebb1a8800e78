//! How mistakes are shown.

use super::{WORLD, mistakes};
use flockstep_scenario::Scenario;

#[test]
fn syntax_errors_are_shown_with_what_else_is_certainly_wrong() {
    mistakes(
        WORLD,
        "name = \nseed = 1 2\n[spce\nedge = \"x\"\n",
        &[
            r#"f.toml:2:8: found no value, allowed is a number, true, false, a "text", an array or a table"#,
            r#"f.toml:3:8: found 1 2, allowed is a number, true, false, a "text", an array or a table; did you mean "1 2"?"#,
            "f.toml:4:6: found an unclosed table, allowed is `]`",
        ],
    );
    mistakes(
        WORLD,
        "[space]\nmin = [1, 2\nmax = [3, 4]\n[[groups]]\nname = \"x\"\nbody = { mas = 1 }\n",
        &["f.toml:3:7: found an array that is not closed, allowed is `]`"],
    );
    mistakes(
        WORLD,
        "[[groups]]\nname = \"x\"\nbody = { mass = 1\n[[groups]]\nname = \"y\"\n",
        &["f.toml:4:8: found a table that is not closed, allowed is `}`"],
    );
    mistakes(
        WORLD,
        "seed = 1\nseed = 2\n[space]\n[space]\nedge=\"x\"",
        &[
            "f.toml:3:1: seed: found the key a second time, allowed is each key once",
            "f.toml:5:2: space: found the key a second time, allowed is each key once",
            r#"f.toml:6:6: space.edge: found "x", allowed is one of "open", "wrap", "bounce", "clamp""#,
        ],
    );
    mistakes(
        WORLD,
        "[space]\nedge = wrap\n[[groups]]\nname = \"a\"\nplayer = tru\ncolor = #ffffff\ncount = -1\nbody = { mas = 1 }",
        &[
            r#"f.toml:3:8: found wrap, allowed is a number, true, false, a "text", an array or a table; did you mean "wrap"?"#,
            r#"f.toml:6:10: found tru, allowed is a number, true, false, a "text", an array or a table; did you mean true?"#,
            r#"f.toml:7:9: found no value, allowed is a number, true, false, a "text", an array or a table"#,
            "f.toml:8:9: groups.a.count: found -1, allowed is a whole number from 0 to 268435456",
            r#"f.toml:9:10: groups.a.body.mas: found the unknown key "mas", allowed is one of model, mass, max_force, max_speed, min_speed, radius, length, axis_scale, impulse, solid; did you mean mass?"#,
        ],
    );
    mistakes(
        WORLD,
        "name = \"open\nabout = 3\n",
        &[
            r#"f.toml:2:13: found a text that is not closed, allowed is `"`"#,
            "f.toml:3:9: about: found 3, allowed is a text in quotes",
        ],
    );
}

#[test]
fn columns_count_characters_and_not_bytes() {
    mistakes(
        "",
        "\u{FEFF}dimensions = 5\r\nname = \"日本語\" # ö\r\n\"ä\" = { \"ö\" = 3 }\r\n",
        &[
            "f.toml:1:14: dimensions: found 5, allowed is 2 or 3",
            r#"f.toml:3:1: "ä": found the unknown key "ä", allowed is one of name, about, dimensions, seed, time_step, space, markers, groups, obstacles, fields, paths"#,
        ],
    );
    mistakes(
        WORLD,
        "[[groups]]\nname = \"größe\"\nagents = [{ position = \"ü\" }, { position = 1 }]",
        &[
            r#"f.toml:4:24: groups."größe".agents.1.position: found "ü", allowed is two numbers, [x, y], in a world of two dimensions"#,
            r#"f.toml:4:44: groups."größe".agents.2.position: found 1, allowed is two numbers, [x, y], in a world of two dimensions"#,
        ],
    );
}

#[test]
fn all_mistakes_of_a_file_are_shown_at_once_up_to_a_limit() {
    let bad = "x = 1\n".repeat(3);
    let text = format!(
        "dimensions = 2\nname = 1\n[space]\n{}edge = 3\n[[groups]]\nname = 1\ncount = -1",
        bad.replace('x', "min")
    );
    let errors = Scenario::parse(&text, "f.toml").unwrap_err();
    let lines: Vec<usize> = errors.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [2, 4, 5, 6, 7, 9, 10]);
    let many: String = (0..2500).map(|nth| format!("key{nth} = 1\n")).collect();
    let errors = Scenario::parse(&format!("dimensions = 2\n{many}"), "f.toml").unwrap_err();
    assert_eq!((errors.iter().count(), errors.count()), (flockstep_scenario::MOST_PROBLEMS, 2500));
    assert!(errors.to_string().ends_with("\nand 1500 more"));
    assert!(errors.render(true).ends_with("\nand 1500 more\n"));
}

#[test]
fn a_mistake_is_shown_in_its_line_with_a_marker_under_it() {
    let text = "dimensions = 2\n[[groups]]\nname = \"日本\"\n\tbody = { model = \"日本\", max_sped = 3 }\r\n";
    let errors = Scenario::parse(text, "f.toml").unwrap_err();
    let expected = "\
error: groups.\"日本\".body.model: found \"日本\"
 --> f.toml:4:19
  |
4 |     body = { model = \"日本\", max_sped = 3 }
  |                      ^^^^^^
  = allowed is one of \"point\", \"rigid\", \"heading\"
";
    assert_eq!(errors.render(false), expected);
    let errors = Scenario::parse("dimensions = 2\nname = 3 # \u{1b}[2J", "\u{1b}.toml").unwrap_err();
    assert!(!errors.render(false).contains('\u{1b}'), "nothing of the file reaches the terminal as a command");
    assert!(errors.render(true).contains("\u{1b}[1;31m^"), "{}", errors.render(true));
    let long = format!("dimensions = 2\nabout = [{}]\nname = 3", "1, ".repeat(10_000));
    let shown = Scenario::parse(&long, "f.toml").unwrap_err().render(false);
    assert!(shown.lines().all(|line| line.chars().count() < 200));
}
