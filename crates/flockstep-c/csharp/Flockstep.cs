// Flockstep for C#: one file for Unity, Godot .NET and plain programs. C# 7.2, compiled with -unsafe ("Allow unsafe
// code"); it needs Span<T> (.NET Standard 2.1, Unity 2021.2 or later, Mono) and the native library beside the program:
// flockstep.dll, libflockstep.so.
//
//     using (var school = new World("school")) {
//         school.Step(300);
//         var at = school.Positions;
//         for (int i = 0; i < at.Count; i++) Draw(at.X[i], at.Y[i], at.Z[i]);
//     }
//
// Spans lead into memory of the world and are good until the next call that changes it. A world is used by one thread
// at a time; reading alone may be done by several.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Flockstep
{
    /// <summary>An agent. Zero is none; ids are never given again.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct AgentId { public uint Id; }

    /// <summary>A group, numbered from 1 in the order of the scenario. Zero is none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct GroupId { public uint Id; }

    /// <summary>An obstacle. Zero is none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ObstacleId { public uint Id; }

    /// <summary>A place, velocity or direction. Z is 0 in two dimensions.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector
    {
        public float X, Y, Z;
        public Vector(float x, float y, float z = 0) { X = x; Y = y; Z = z; }
    }

    /// <summary>One agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct State
    {
        public AgentId Agent;
        public GroupId Group;
        public Vector Position, Velocity, Heading, Steering;
    }

    /// <summary>What <see cref="World.Advance"/> did: draw at previous + (position - previous) * Fraction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Advance
    {
        public uint Steps;
        public float Fraction;
        public double Skipped;
    }

    public enum EventKind { Captured = 1, Reborn = 2 }

    /// <summary>Something that happened to an agent.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Event
    {
        public EventKind Kind;
        public AgentId Agent, By;
    }

    public enum ControlKind { Release = 0, Direction = 1, Helm = 2 }

    /// <summary>A player's hand on an agent; the default gives it back to its behaviors.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Control
    {
        public ControlKind Kind;
        public Vector Direction;
        public float Helm, Pitch, Thrust;
        public static Control Toward(Vector direction)
        {
            return new Control { Kind = ControlKind.Direction, Direction = direction };
        }
    }

    public enum ObstacleKind { Ball = 0, Box = 1, Capsule = 2, Segment = 3, Polygon = 4, Plane = 5 }

    /// <summary>Something solid: what A, B and Radius mean depends on the kind, as in flockstep.h.</summary>
    public struct Obstacle
    {
        public ObstacleKind Kind;
        public Vector A, B;
        public float Radius;
        public Vector[] Points;
        public static Obstacle Ball(Vector center, float radius)
        {
            return new Obstacle { A = center, Radius = radius };
        }
        public static Obstacle Box(Vector min, Vector max)
        {
            return new Obstacle { Kind = ObstacleKind.Box, A = min, B = max };
        }
    }

    public enum Column { Positions, Velocities, Headings, Steering, PreviousPositions, PreviousHeadings }
    public enum Layout { Interleaved, ByAxis }
    public enum Order { Rows, Ids }

    /// <summary>One number for each agent and axis, in the order of rows; Z is empty in two dimensions.</summary>
    public readonly ref struct Columns
    {
        public readonly ReadOnlySpan<float> X, Y, Z;
        public readonly int Count;
        internal unsafe Columns(Native.Columns columns)
        {
            Count = checked((int)columns.Count);
            X = new ReadOnlySpan<float>(columns.X, Count);
            Y = new ReadOnlySpan<float>(columns.Y, Count);
            Z = new ReadOnlySpan<float>(columns.Z, columns.Z == null ? 0 : Count);
        }
    }

    /// <summary>A mistake in a scenario or in a path.</summary>
    public sealed class Problem
    {
        public string Source, Path, Found, Allowed, DidYouMean;
        public int Line, Column;
    }

    /// <summary>A call that was refused. The world is unchanged.</summary>
    public sealed class FlockstepException : Exception
    {
        /// <summary>FLOCKSTEP_NULL and so on.</summary>
        public readonly int Code;
        public readonly Problem[] Problems;
        internal FlockstepException(int code, string message, Problem[] problems) : base(message)
        {
            Code = code;
            Problems = problems;
        }
    }

    /// <summary>A world of two or three dimensions.</summary>
    public sealed unsafe class World : IDisposable
    {
        readonly Held Handle;

        /// <summary>Opens a scene of the gallery, a file, or the text of a scenario (which has a line break).</summary>
        public World(string scenario, IDictionary<string, string> settings = null, int threads = 1)
        {
            var pins = new List<GCHandle>();
            try
            {
                Func<string, IntPtr> pinned = text =>
                {
                    pins.Add(GCHandle.Alloc(Native.Text(text), GCHandleType.Pinned));
                    return pins[pins.Count - 1].AddrOfPinnedObject();
                };
                var list = new List<Native.Setting>();
                if (settings != null)
                    foreach (var pair in settings)
                        list.Add(new Native.Setting { Path = pinned(pair.Key), Value = pinned(pair.Value) });
                fixed (Native.Setting* first = list.ToArray())
                {
                    var options = new Native.Options { Settings = first, Count = (UIntPtr)list.Count };
                    options.Threads = checked((uint)threads);
                    Native.Check(Native.flockstep_world_open_with(Native.Text(scenario), options, out Handle));
                }
            }
            finally
            {
                foreach (var pin in pins) pin.Free();
            }
        }
        World(Held handle) { Handle = handle; }

        /// <summary>Closes the world: any other call is refused then, and spans into it are gone.</summary>
        public void Dispose() { Handle.Dispose(); }

        /// <summary>The version of the native library.</summary>
        public static string Version { get { return Native.String(Native.flockstep_version()); } }
        /// <summary>The names of the scenes of the gallery.</summary>
        public static IEnumerable<string> Scenes
        {
            get
            {
                for (uint at = 0; ; at++)
                {
                    string name = SceneName(at);
                    if (name == null) yield break;
                    yield return name;
                }
            }
        }
        static string SceneName(uint at) { return Native.String(Native.flockstep_scene_name((UIntPtr)at)); }

        public World Clone()
        {
            Held copy;
            Native.Check(Native.flockstep_world_clone(Handle, out copy));
            return new World(copy);
        }
        public void Restart() { Native.Check(Native.flockstep_world_restart(Handle)); }
        /// <summary>Sets a value by its path: "groups.bluegill.body.max_speed", "9".</summary>
        public void Set(string path, string value)
        {
            Native.Check(Native.flockstep_world_set(Handle, Native.Text(path), Native.Text(value)));
        }

        public void Step(int count = 1) { Native.Check(Native.flockstep_world_step(Handle, checked((uint)count))); }
        /// <summary>Makes as many steps as fit into the elapsed seconds, at most so many.</summary>
        public Advance Advance(double elapsed, int most = 5)
        {
            Advance made;
            Native.Check(Native.flockstep_world_advance(Handle, elapsed, checked((uint)most), out made));
            return made;
        }
        /// <summary>Works out everyone's steering and moves nobody.</summary>
        public void Steer() { Native.Check(Native.flockstep_world_steer(Handle)); }

        public ulong Hash { get { return Native.flockstep_world_hash(Handle); } }
        public int Count { get { return checked((int)Native.flockstep_world_count(Handle)); } }
        public int Dimensions { get { return (int)Native.flockstep_world_dimensions(Handle); } }
        public ulong Steps { get { return Native.flockstep_world_steps(Handle); } }
        public double Time { get { return Native.flockstep_world_time(Handle); } }
        public float TimeStep { get { return Native.flockstep_world_time_step(Handle); } }
        public int Threads
        {
            get { return (int)Native.flockstep_world_threads(Handle); }
            set { Native.Check(Native.flockstep_world_set_threads(Handle, checked((uint)value))); }
        }

        public Columns Positions
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_positions(Handle, out c));
                return new Columns(c);
            }
        }
        public Columns Velocities
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_velocities(Handle, out c));
                return new Columns(c);
            }
        }
        public Columns Headings
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_headings(Handle, out c));
                return new Columns(c);
            }
        }
        public Columns Steering
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_steering(Handle, out c));
                return new Columns(c);
            }
        }
        public Columns PreviousPositions
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_previous_positions(Handle, out c));
                return new Columns(c);
            }
        }
        public Columns PreviousHeadings
        {
            get
            {
                Native.Columns c;
                Native.Check(Native.flockstep_world_previous_headings(Handle, out c));
                return new Columns(c);
            }
        }

        public ReadOnlySpan<AgentId> Ids
        {
            get
            {
                void* first;
                UIntPtr n;
                Native.Check(Native.flockstep_world_ids(Handle, out first, out n));
                return new ReadOnlySpan<AgentId>(first, checked((int)n));
            }
        }
        public ReadOnlySpan<GroupId> Groups
        {
            get
            {
                void* first;
                UIntPtr n;
                Native.Check(Native.flockstep_world_groups(Handle, out first, out n));
                return new ReadOnlySpan<GroupId>(first, checked((int)n));
            }
        }
        /// <summary>What happened in the last Step, Advance or Steer.</summary>
        public ReadOnlySpan<Event> Events
        {
            get
            {
                void* first;
                UIntPtr n;
                Native.Check(Native.flockstep_world_events(Handle, out first, out n));
                return new ReadOnlySpan<Event>(first, checked((int)n));
            }
        }
        /// <summary>The agents that follow a flow field from where there is no way to its goal.</summary>
        public ReadOnlySpan<AgentId> Stranded
        {
            get
            {
                void* first;
                UIntPtr n;
                Native.Check(Native.flockstep_world_stranded(Handle, out first, out n));
                return new ReadOnlySpan<AgentId>(first, checked((int)n));
            }
        }
        public ReadOnlySpan<ObstacleId> Obstacles
        {
            get
            {
                void* first;
                UIntPtr n;
                Native.Check(Native.flockstep_world_obstacles(Handle, out first, out n));
                return new ReadOnlySpan<ObstacleId>(first, checked((int)n));
            }
        }
        /// <summary>Copies numbers of all agents, as many as Count times Dimensions.</summary>
        public void Copy(Column column, Span<float> into, Layout layout = Layout.Interleaved, Order order = Order.Rows)
        {
            var copy = new Native.Copy { Column = (int)column, Layout = (int)layout, Order = (int)order };
            fixed (float* first = &MemoryMarshal.GetReference(into))
                Native.Check(Native.flockstep_world_copy(Handle, copy, first, (UIntPtr)into.Length));
        }
        public AgentId[] CopyIds(Order order = Order.Ids)
        {
            var ids = new AgentId[Count];
            fixed (AgentId* first = ids)
                Native.Check(Native.flockstep_world_copy_ids(Handle, (int)order, first, (UIntPtr)ids.Length));
            return ids;
        }
        public GroupId[] CopyGroups(Order order = Order.Ids)
        {
            var groups = new GroupId[Count];
            fixed (GroupId* first = groups)
                Native.Check(Native.flockstep_world_copy_groups(Handle, (int)order, first, (UIntPtr)groups.Length));
            return groups;
        }

        public GroupId Group(string name)
        {
            GroupId group;
            Native.Check(Native.flockstep_world_group(Handle, Native.Text(name), out group));
            return group;
        }
        public string GroupName(GroupId group)
        {
            UIntPtr size;
            Native.Check(Native.flockstep_world_group_name(Handle, group, null, UIntPtr.Zero, out size));
            var name = new byte[checked((int)size)];
            fixed (byte* first = name)
                Native.Check(Native.flockstep_world_group_name(Handle, group, first, size, out size));
            return Encoding.UTF8.GetString(name, 0, name.Length - 1);
        }
        public int GroupCount(GroupId group)
        {
            return checked((int)Native.flockstep_world_group_count(Handle, group));
        }

        public bool Contains(AgentId agent) { return Native.flockstep_world_contains(Handle, agent) != 0; }
        public State this[AgentId agent]
        {
            get { State state; Native.Check(Native.flockstep_world_agent(Handle, agent, out state)); return state; }
        }
        public AgentId Spawn(GroupId group, Vector position, Vector velocity)
        {
            AgentId agent;
            Native.Check(Native.flockstep_world_spawn(Handle, group, position, velocity, out agent));
            return agent;
        }
        /// <summary>Puts agents where their group's place says; returns the first id, the others follow.</summary>
        public AgentId Populate(GroupId group, int count)
        {
            AgentId first;
            Native.Check(Native.flockstep_world_populate(Handle, group, checked((uint)count), out first));
            return first;
        }
        public void Despawn(AgentId agent) { Native.Check(Native.flockstep_world_despawn(Handle, agent)); }
        public void Push(AgentId agent, Vector velocity)
        {
            Native.Check(Native.flockstep_world_push(Handle, agent, velocity));
        }
        public void Control(AgentId agent, Control control)
        {
            Native.Check(Native.flockstep_world_control(Handle, agent, control));
        }
        /// <summary>Tells where bodies of another program are and how they move, interleaved.</summary>
        public void Feed(ReadOnlySpan<AgentId> agents, ReadOnlySpan<float> positions, ReadOnlySpan<float> velocities)
        {
            int numbers = agents.Length * Dimensions;
            if (positions.Length != numbers || velocities.Length != numbers)
                throw new ArgumentException("positions and velocities: allowed are " + numbers + " numbers each");
            fixed (AgentId* ids = &MemoryMarshal.GetReference(agents))
            fixed (float* at = &MemoryMarshal.GetReference(positions), moving = &MemoryMarshal.GetReference(velocities))
                Native.Check(Native.flockstep_world_feed(Handle, ids, at, moving, (UIntPtr)agents.Length));
        }
        /// <summary>Copies the steering of some agents, interleaved, in their order.</summary>
        public void SteeringOf(ReadOnlySpan<AgentId> agents, Span<float> into)
        {
            fixed (AgentId* ids = &MemoryMarshal.GetReference(agents))
            fixed (float* first = &MemoryMarshal.GetReference(into))
                Native.Check(Native.flockstep_world_steering_of(Handle, ids, (UIntPtr)agents.Length, first,
                    (UIntPtr)into.Length));
        }

        public void Marker(string name, Vector position)
        {
            Native.Check(Native.flockstep_world_marker(Handle, Native.Text(name), position));
        }
        public Vector MarkerPosition(string name)
        {
            Vector position;
            Native.Check(Native.flockstep_world_marker_position(Handle, Native.Text(name), out position));
            return position;
        }
        public void RemoveMarker(string name)
        {
            Native.Check(Native.flockstep_world_marker_remove(Handle, Native.Text(name)));
        }

        public ObstacleId AddObstacle(Obstacle obstacle)
        {
            ObstacleId id;
            fixed (Vector* points = obstacle.Points)
                Native.Check(Native.flockstep_world_obstacle_add(Handle, new Native.Obstacle(obstacle, points),
                    out id));
            return id;
        }
        public void SetObstacle(ObstacleId id, Obstacle obstacle)
        {
            fixed (Vector* points = obstacle.Points)
                Native.Check(Native.flockstep_world_obstacle_set(Handle, id, new Native.Obstacle(obstacle, points)));
        }
        public void MoveObstacle(ObstacleId id, Vector position)
        {
            Native.Check(Native.flockstep_world_obstacle_move(Handle, id, position));
        }
        public void ObstacleVelocity(ObstacleId id, Vector velocity)
        {
            Native.Check(Native.flockstep_world_obstacle_velocity(Handle, id, velocity));
        }
        public void RemoveObstacle(ObstacleId id)
        {
            Native.Check(Native.flockstep_world_obstacle_remove(Handle, id));
        }
        public Vector ObstaclePosition(ObstacleId id)
        {
            Vector position;
            Native.Check(Native.flockstep_world_obstacle_position(Handle, id, out position));
            return position;
        }

        public byte[] Snapshot()
        {
            UIntPtr size;
            Native.Check(Native.flockstep_world_snapshot(Handle, null, UIntPtr.Zero, out size));
            var bytes = new byte[checked((int)size)];
            fixed (byte* first = bytes) Native.Check(Native.flockstep_world_snapshot(Handle, first, size, out size));
            return bytes;
        }
        public void Restore(ReadOnlySpan<byte> bytes)
        {
            fixed (byte* first = &MemoryMarshal.GetReference(bytes))
                Native.Check(Native.flockstep_world_restore(Handle, first, (UIntPtr)bytes.Length));
        }
    }

    /// <summary>Keeps a world open for as long as a call uses it, and closes it when nobody does.</summary>
    sealed class Held : SafeHandle
    {
        public Held() : base(IntPtr.Zero, true) { }
        public override bool IsInvalid { get { return handle == IntPtr.Zero; } }
        protected override bool ReleaseHandle()
        {
            Native.flockstep_world_close(handle);
            return true;
        }
    }

    /// <summary>The functions of flockstep.h.</summary>
    static unsafe class Native
    {
        const string Library = "flockstep";

        [StructLayout(LayoutKind.Sequential)]
        internal struct Columns { internal float* X, Y, Z; internal UIntPtr Count; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct Setting { internal IntPtr Path, Value; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct Options { internal Setting* Settings; internal UIntPtr Count; internal uint Threads; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct Copy { internal int Column, Layout, Order; }
        [StructLayout(LayoutKind.Sequential)]
        internal struct RawProblem
        {
            internal IntPtr Source;
            internal uint Line, Column;
            internal IntPtr Path, Found, Allowed, DidYouMean;
        }
        [StructLayout(LayoutKind.Sequential)]
        internal struct Obstacle
        {
            int kind;
            Vector a, b;
            float radius;
            Vector* points;
            UIntPtr count;
            internal Obstacle(Flockstep.Obstacle from, Vector* points)
            {
                kind = (int)from.Kind;
                a = from.A;
                b = from.B;
                radius = from.Radius;
                this.points = points;
                count = (UIntPtr)(from.Points == null ? 0 : from.Points.Length);
            }
        }

        /// <summary>A text as C wants it.</summary>
        internal static byte[] Text(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("found a text with a zero in it");
            return Encoding.UTF8.GetBytes(text + "\0");
        }
        internal static string String(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            int length = 0;
            while (((byte*)text)[length] != 0) length++;
            return Encoding.UTF8.GetString((byte*)text, length);
        }
        internal static void Check(int code)
        {
            if (code == 0) return;
            RawProblem* first;
            var problems = new Problem[checked((int)flockstep_problems(out first))];
            for (int at = 0; at < problems.Length; at++)
                problems[at] = new Problem
                {
                    Source = String(first[at].Source),
                    Line = (int)first[at].Line,
                    Column = (int)first[at].Column,
                    Path = String(first[at].Path),
                    Found = String(first[at].Found),
                    Allowed = String(first[at].Allowed),
                    DidYouMean = String(first[at].DidYouMean),
                };
            throw new FlockstepException(code, String(flockstep_error_message()), problems);
        }

        [DllImport(Library)] internal static extern IntPtr flockstep_version();
        [DllImport(Library)] internal static extern IntPtr flockstep_scene_name(UIntPtr index);
        [DllImport(Library)] internal static extern IntPtr flockstep_error_message();
        [DllImport(Library)] internal static extern UIntPtr flockstep_problems(out RawProblem* first);
        [DllImport(Library)]
        internal static extern int flockstep_world_open_with(byte[] scenario, Options options, out Held world);
        [DllImport(Library)] internal static extern void flockstep_world_close(IntPtr world);
        [DllImport(Library)] internal static extern int flockstep_world_clone(Held world, out Held copy);
        [DllImport(Library)] internal static extern int flockstep_world_restart(Held world);
        [DllImport(Library)] internal static extern int flockstep_world_set(Held world, byte[] path, byte[] value);
        [DllImport(Library)] internal static extern int flockstep_world_set_threads(Held world, uint threads);
        [DllImport(Library)] internal static extern uint flockstep_world_threads(Held world);
        [DllImport(Library)] internal static extern int flockstep_world_step(Held world, uint count);
        [DllImport(Library)]
        internal static extern int flockstep_world_advance(Held world, double elapsed, uint most, out Advance made);
        [DllImport(Library)] internal static extern int flockstep_world_steer(Held world);
        [DllImport(Library)]
        internal static extern int flockstep_world_events(Held world, out void* first, out UIntPtr count);
        [DllImport(Library)] internal static extern ulong flockstep_world_hash(Held world);
        [DllImport(Library)] internal static extern UIntPtr flockstep_world_count(Held world);
        [DllImport(Library)] internal static extern uint flockstep_world_dimensions(Held world);
        [DllImport(Library)] internal static extern ulong flockstep_world_steps(Held world);
        [DllImport(Library)] internal static extern double flockstep_world_time(Held world);
        [DllImport(Library)] internal static extern float flockstep_world_time_step(Held world);
        [DllImport(Library)] internal static extern int flockstep_world_positions(Held world, out Columns columns);
        [DllImport(Library)] internal static extern int flockstep_world_velocities(Held world, out Columns columns);
        [DllImport(Library)] internal static extern int flockstep_world_headings(Held world, out Columns columns);
        [DllImport(Library)] internal static extern int flockstep_world_steering(Held world, out Columns columns);
        [DllImport(Library)]
        internal static extern int flockstep_world_previous_positions(Held world, out Columns columns);
        [DllImport(Library)]
        internal static extern int flockstep_world_previous_headings(Held world, out Columns columns);
        [DllImport(Library)]
        internal static extern int flockstep_world_ids(Held world, out void* first, out UIntPtr count);
        [DllImport(Library)]
        internal static extern int flockstep_world_groups(Held world, out void* first, out UIntPtr count);
        [DllImport(Library)]
        internal static extern int flockstep_world_stranded(Held world, out void* first, out UIntPtr count);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacles(Held world, out void* first, out UIntPtr count);
        [DllImport(Library)]
        internal static extern int flockstep_world_copy(Held world, Copy copy, float* into, UIntPtr room);
        [DllImport(Library)]
        internal static extern int flockstep_world_copy_ids(Held world, int order, AgentId* into, UIntPtr room);
        [DllImport(Library)]
        internal static extern int flockstep_world_copy_groups(Held world, int order, GroupId* into, UIntPtr room);
        [DllImport(Library)]
        internal static extern int flockstep_world_group(Held world, byte[] name, out GroupId group);
        [DllImport(Library)]
        internal static extern int flockstep_world_group_name(Held world, GroupId group, byte* into, UIntPtr room,
            out UIntPtr size);
        [DllImport(Library)] internal static extern UIntPtr flockstep_world_group_count(Held world, GroupId group);
        [DllImport(Library)]
        internal static extern int flockstep_world_agent(Held world, AgentId agent, out State state);
        [DllImport(Library)] internal static extern byte flockstep_world_contains(Held world, AgentId agent);
        [DllImport(Library)]
        internal static extern int flockstep_world_spawn(Held world, GroupId group, Vector position, Vector velocity,
            out AgentId agent);
        [DllImport(Library)]
        internal static extern int flockstep_world_populate(Held world, GroupId group, uint count, out AgentId first);
        [DllImport(Library)] internal static extern int flockstep_world_despawn(Held world, AgentId agent);
        [DllImport(Library)]
        internal static extern int flockstep_world_push(Held world, AgentId agent, Vector velocity);
        [DllImport(Library)]
        internal static extern int flockstep_world_control(Held world, AgentId agent, Control control);
        [DllImport(Library)]
        internal static extern int flockstep_world_feed(Held world, AgentId* agents, float* positions,
            float* velocities, UIntPtr count);
        [DllImport(Library)]
        internal static extern int flockstep_world_steering_of(Held world, AgentId* agents, UIntPtr count,
            float* into, UIntPtr room);
        [DllImport(Library)]
        internal static extern int flockstep_world_marker(Held world, byte[] name, Vector position);
        [DllImport(Library)]
        internal static extern int flockstep_world_marker_position(Held world, byte[] name, out Vector position);
        [DllImport(Library)] internal static extern int flockstep_world_marker_remove(Held world, byte[] name);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacle_add(Held world, Obstacle obstacle, out ObstacleId id);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacle_set(Held world, ObstacleId id, Obstacle obstacle);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacle_move(Held world, ObstacleId id, Vector position);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacle_velocity(Held world, ObstacleId id, Vector velocity);
        [DllImport(Library)] internal static extern int flockstep_world_obstacle_remove(Held world, ObstacleId id);
        [DllImport(Library)]
        internal static extern int flockstep_world_obstacle_position(Held world, ObstacleId id, out Vector position);
        [DllImport(Library)]
        internal static extern int flockstep_world_snapshot(Held world, byte* into, UIntPtr room, out UIntPtr size);
        [DllImport(Library)] internal static extern int flockstep_world_restore(Held world, byte* bytes, UIntPtr size);
    }
}
