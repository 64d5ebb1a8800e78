"""Ten lines to a result: a world, a run, a sweep."""

import flockstep as fs

world = fs.World("school", seed=3)
world.set("groups.bluegill.body.max_speed", 9)
world.step(300)
print(world, world.positions.mean(axis=0))
print(world.metrics(["polarization", "milling"])["all"])

run = fs.run("vicsek", steps=200, every=10, metrics="all", set={"groups.particles.body.noise": 90})
print(run, run.metrics["polarization"][-1])

noise = "groups.particles.body.noise"
table = fs.sweep("vicsek", vary={noise: fs.linspace(0, 360, 5), "seed": range(3)}, metric="polarization", steps=100)
for value, mean, deviation in zip(*table.means(), strict=True):
    print(f"{value:5.0f} degrees: {mean:.2f} ± {deviation:.2f}")
