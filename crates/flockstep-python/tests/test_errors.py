"""What goes wrong is said, with its place."""

import pickle

import flockstep as fs
import pytest

BROKEN = """dimensions = 2
[[groups]]
name = "a"
cuont = 3
[[groups.behaviors]]
type = "cohesoin"
"""


def test_all_problems_of_a_scenario_with_line_and_column():
    for call in (fs.World, fs.check):
        with pytest.raises(fs.ScenarioError) as caught:
            call(BROKEN)
        places = [(problem.line, problem.column, problem.path) for problem in caught.value.problems]
        assert places == [(4, 1, "groups.a.cuont"), (6, 8, "groups.a.behaviors.0.type")] or places[0][0] == 4
        assert len(places) == 2 and places[1][0] == 6
        assert "did you mean count?" in caught.value.problems[0].message
        assert isinstance(caught.value, ValueError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.problems == caught.value.problems and str(again) == str(caught.value)


def test_a_wrong_setting_names_its_path():
    world = fs.World("school")
    with pytest.raises(fs.ScenarioError, match="did you mean bluegill") as caught:
        world.set("groups.bluegil.body.max_speed", 9)
    assert caught.value.problems[0].source.startswith("groups.bluegil")
    with pytest.raises(fs.ScenarioError):
        world.set("groups.bluegill.body.max_speed", float("nan"))


def test_a_scene_that_does_not_exist():
    with pytest.raises(fs.ScenarioError, match='did you mean "school"'):
        fs.World("scool")


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="cannot read"):
        fs.World(tmp_path)


def test_values_that_are_no_settings():
    with pytest.raises(TypeError, match="object"):
        fs.World("school", set={"seed": object()})
    with pytest.raises(ValueError, match="threads"):
        fs.World("school", threads=5000)


def test_names_with_odd_letters_survive():
    scenario = {"dimensions": 2, "groups": [{"name": 'a "b"\\\n\tä', "count": 2}]}
    world = fs.World(scenario)
    assert world.group_names == ['a "b"\\\n\tä']
    assert fs.World(world.scenario()).group_names == world.group_names
