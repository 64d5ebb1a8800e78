//! Obstacles, fields, paths and images that are none.

use super::{BEHAVIOR, WORLD, mistakes};
use flockstep_scenario::Scenario;

#[test]
fn obstacles_that_are_none() {
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"polygon\"\npoints = [[0, 0], [1, 1], [1, 0], [0, 1]]",
        &[
            "f.toml:4:10: obstacles.1.points: found corners that make no polygon, allowed is once around, without a dent and without crossing",
        ],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"plane\"\npoint = [0, 0]\nnormal = [0, 0]",
        &["f.toml:5:10: obstacles.1.normal: found no direction, allowed is a normal that is not zero"],
    );
    mistakes(
        "dimensions = 3\n",
        "[[obstacles]]\nshape = \"polygon\"\npoints = [[0, 0, 0], [1, 1, 0], [1, 0, 0]]",
        &["f.toml:4:10: obstacles.1.points: found a polygon in three dimensions, allowed is one in two"],
    );
    mistakes(
        WORLD,
        "[[obstacles]]\nshape = \"segment\"\nfrom = [0, 0]\nvelocity = 3",
        &[
            "f.toml:2:1: obstacles.1.to: found nothing, allowed is a point",
            "f.toml:5:12: obstacles.1.velocity: found 3, allowed is two numbers, [x, y], in a world of two dimensions",
        ],
    );
}

#[test]
fn fields_that_are_none() {
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"\"\"\n..#\n..#\n\"\"\"\ncell = 1\ngoals = { point = [-47.5, -49] }",
        &["f.toml:10:9: fields.1.goals: found the goal [-47.5, -49.0] in a wall, allowed is where a way can lead"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"...\"\ngoals = { marker = \"home\" }",
        &[r#"f.toml:6:20: fields.1.goals.marker: found "home", allowed is a marker, and there is none"#],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"\"\"\n...\n..\n\"\"\"",
        &["f.toml:5:7: fields.1.map: found 2 characters in row 2, allowed is 3 in every row, as in the first"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nmap = \"G.x\"",
        &[
            "f.toml:5:7: fields.1.map: found 'x' in row 1, allowed is # a wall, . or a space open, 1 to 9 a cost, G a goal",
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\nimage = \"../map.png\"",
        &[
            r#"f.toml:5:9: fields.1.image: found "../map.png", a path that leads out of the folder of the file, allowed is the path of a PNG image in the folder of the file or below it"#,
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\ncell = 1e-5\ngoals = { point = [0, 0] }",
        &["f.toml:5:8: fields.1.cell: found 10000000 by 10000000 cells, allowed is 1 to 16777216 in all"],
    );
    mistakes(
        "dimensions = 3\n",
        "[[fields]]\nname = \"way\"\ntype = \"flow\"\ncell = 1\ngoals = { point = [0, 0, 0] }",
        &[
            r#"f.toml:4:8: fields.1.type: found "flow", allowed is a field with goals only in a world of two dimensions"#,
        ],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"wind\"\ntype = \"grid\"\nmin = [0, 0]\ncell = 1\nsize = [2, 2]\nvelocities = [[1, 0]]",
        &["f.toml:8:14: fields.1.velocities: found 1 velocities, allowed is 4, one per point of the grid"],
    );
    mistakes(
        WORLD,
        "[[fields]]\nname = \"wind\"\ntype = \"gale\"",
        &[r#"f.toml:4:8: fields.1.type: found "gale", allowed is one of "flow", "constant", "vortex", "grid""#],
    );
}

#[test]
fn paths_that_are_none_and_names_that_nothing_has() {
    mistakes(
        WORLD,
        "[[paths]]\nname = \"road\"\npoints = [[1, 2]]",
        &["f.toml:4:10: paths.1.points: found 1 points, allowed is 2 to 10000"],
    );
    mistakes(
        BEHAVIOR,
        "type = \"follow_path\"\npath = \"rood\"\n[[paths]]\nname = \"road\"\npoints = [[0, 0], [1, 2]]",
        &[
            r#"f.toml:7:8: groups.a.behaviors.follow_path.path: found "rood", allowed is a path: "road"; did you mean "road"?"#,
        ],
    );
    mistakes(
        BEHAVIOR,
        "type = \"follow_field\"\nfield = \"wind\"",
        &[r#"f.toml:7:9: groups.a.behaviors.follow_field.field: found "wind", allowed is a field, and there is none"#],
    );
}

#[test]
fn images_that_are_none() {
    let folder = std::env::temp_dir().join(format!("flockstep-images-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("text.png"), "no image").unwrap();
    let file = folder.join("f.toml").display().to_string();
    let problem = |image: &str| {
        let text = format!("dimensions = 2\n[[fields]]\nname = \"way\"\ntype = \"flow\"\nimage = \"{image}\"");
        Scenario::parse(&text, &file).unwrap_err().iter().next().unwrap().found.clone()
    };
    assert!(problem("text.png").starts_with("\"text.png\", no PNG image"), "{}", problem("text.png"));
    assert_eq!(problem("none.png"), "\"none.png\", a file that does not exist");
    assert_eq!(problem("/etc/map.png"), "\"/etc/map.png\", a path that leads out of the folder of the file");
    // A header that promises more pixels than a field has cells: refused before memory is.
    let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x08\0\0\0\0".to_vec();
    huge.extend([0x17, 0xfa, 0xeb, 0xe4]);
    std::fs::write(folder.join("huge.png"), huge).unwrap();
    assert!(problem("huge.png").starts_with("\"huge.png\", "), "{}", problem("huge.png"));
    std::fs::remove_dir_all(&folder).unwrap();
}
