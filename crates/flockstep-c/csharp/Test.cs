// Test GOLDEN.TXT: the golden hashes, the columns and the errors from C#. Run under Mono by .ci/c.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Flockstep;

static class Test
{
    static int checks, failures;

    static void Check(bool so, string what)
    {
        checks++;
        if (so) return;
        failures++;
        Console.WriteLine("not so: " + what);
    }
    static FlockstepException Refused(Action call)
    {
        try { call(); } catch (FlockstepException refused) { return refused; }
        Check(false, "the call is refused");
        return null;
    }

    static void Golden(string file)
    {
        var names = new List<string>();
        foreach (var line in File.ReadAllLines(file))
        {
            if (line.Contains("/")) continue; // a scene under other settings
            var words = line.Split(' ');
            names.Add(words[0]);
            using (var world = new World(words[0]))
            {
                world.Step(300);
                Check(world.Hash.ToString("x16") == words[1], words[0] + " has its golden hash");
            }
        }
        Check(names.Count > 20 && names.SequenceEqual(World.Scenes), "the gallery is complete");
    }

    static void Columns()
    {
        var fewer = new Dictionary<string, string> { { "groups.bluegill.count", "50" } };
        using (var school = new World("school", fewer, 2))
        {
            school.Step(10);
            var at = school.Positions;
            var ids = school.Ids;
            Check(school.Dimensions == 3 && school.Threads == 2 && school.Steps == 10, "a world of three dimensions");
            Check(at.Count == school.Count && at.Z.Length == at.Count && ids.Length == at.Count, "columns of everyone");
            Check(school.GroupCount(school.Group("bluegill")) == 50, "fifty bluegill");
            Check(school.GroupName(school.Group("pike")) == "pike", "the name of a group");
            for (int i = 0; i < at.Count; i++)
            {
                var one = school[ids[i]];
                Check(one.Position.X == at.X[i] && one.Position.Z == at.Z[i], "an agent and its row");
                Check(one.Group.Id == school.Groups[i].Id, "its group");
            }
            var copied = new float[at.Count * 3];
            school.Copy(Column.Velocities, copied, Layout.ByAxis, Order.Ids);
            Check(copied[0] == school[school.CopyIds()[0]].Velocity.X, "a copy in the order of ids");
            Check(school.CopyGroups().Length == at.Count && school.Steering.Count == at.Count, "columns");
            Check(school.PreviousPositions.Count == at.Count && school.Headings.Count == at.Count, "more columns");
            Check(school.Velocities.X.Length == at.Count && school.PreviousHeadings.Count == at.Count, "the rest");
        }
    }

    static void Play()
    {
        using (var school = new World("school"))
        {
            var before = school.Snapshot();
            var pike = school.Group("pike");
            var one = school.Spawn(pike, new Vector(1, 2, 3), new Vector(0, 0, 1));
            school.Push(one, new Vector(1, 0, 0));
            Check(school[one].Velocity.X == 1 && school.Contains(one), "born and pushed");
            school.Control(one, Control.Toward(new Vector(-1, 0, 0)));
            var made = school.Advance(0.1);
            Check(made.Steps == 5 && school.Time > 0.09, "five steps in a tenth of a second");
            school.Control(one, new Control());
            school.Marker("flag", new Vector(1, 2, 3));
            Check(school.MarkerPosition("flag").Z == 3, "a marker");
            school.RemoveMarker("flag");
            var ball = school.AddObstacle(Obstacle.Ball(new Vector(5, 5, 5), 2));
            school.MoveObstacle(ball, new Vector(6, 5, 5));
            school.ObstacleVelocity(ball, new Vector(0, 1, 0));
            school.SetObstacle(ball, Obstacle.Box(new Vector(0, 0, 0), new Vector(2, 2, 2)));
            Check(school.ObstaclePosition(ball).X == 1 && school.Obstacles.Length == 1, "an obstacle");
            Check(school.Stranded.Length == 0, "nobody is stranded");
            school.RemoveObstacle(ball);
            var first = school.Populate(pike, 2);
            Check(first.Id == one.Id + 1 && school.Events.Length >= 0, "two more");
            var bodies = new[] { one, first };
            var numbers = new float[] { 1, 2, 3, 4, 5, 6 };
            school.Feed(bodies, numbers, numbers);
            school.Steer();
            school.SteeringOf(bodies, numbers);
            Check(numbers.Any(number => number != 0 && number != Math.Floor(number)), "steering of bodies");
            school.Despawn(one);
            using (var copy = school.Clone())
            {
                copy.Restore(before);
                copy.Step(300);
                school.Restart();
                school.Step(300);
                Check(copy.Hash == school.Hash, "restored and restarted come to the same");
            }
            school.Threads = 2;
            school.Set("groups.bluegill.body.max_speed", "9");
        }
    }

    static void Errors()
    {
        var refused = Refused(() => new World("dimensions = 2\n[[groups]]\nname = 'birds'\ncuont = 5\n"));
        Check(refused.Code == 4 && refused.Problems.Length == 1, "problems as data");
        Check(refused.Problems[0].Line == 4 && refused.Problems[0].DidYouMean == "count", "with line and suggestion");
        Check(Refused(() => new World("schol")).Message.Contains("school"), "an unknown scene");
        var world = new World("seek");
        Check(Refused(() => world.Despawn(new AgentId())).Code == 3, "the agent that is none");
        var one = world.CopyIds()[0];
        Check(Refused(() => world.Push(one, new Vector(float.NaN, 0))).Code == 2, "a number that is none");
        Check(Refused(() => world.Restore(new byte[5])).Code == 6, "no snapshot");
        Check(Refused(() => world.Copy(Column.Positions, new float[1])).Code == 7, "no room");
        world.Dispose();
        world.Dispose();
        bool gone = false;
        try { world.Step(); } catch (ObjectDisposedException) { gone = true; }
        Check(gone, "a closed world is refused");
    }

    static int Main(string[] arguments)
    {
        Check(World.Version.Split('.').Length == 3, "a version");
        Golden(arguments[0]);
        Columns();
        Play();
        Errors();
        Console.WriteLine("csharp: " + checks + " checks, " + failures + " failed");
        return failures == 0 ? 0 : 1;
    }
}
