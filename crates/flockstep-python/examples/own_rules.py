"""A behavior and a metric of your own, over arrays: agents orbit the middle of those they see."""

import flockstep as fs
import numpy as np
from numpy.typing import NDArray


@fs.behavior("orbit", radius=4, aim=True)
def orbit(view: fs.View) -> NDArray[np.float32]:
    """Aim a quarter turn to the left of the middle of the neighbours."""
    middle = view.sum(view.displacements) / np.maximum(view.counts, 1)[:, None]
    return np.stack([middle[:, 1], -middle[:, 0]], axis=1).astype(np.float32)


@fs.metric("crowd", radius=2)
def crowd(view: fs.View) -> NDArray[np.int64]:
    """Count the neighbours of each."""
    return view.counts


SCENARIO = {
    "dimensions": 2,
    "space": {"edge": "wrap", "min": [0, 0], "max": [40, 40]},
    "groups": [
        {
            "name": "midges",
            "count": 400,
            "speed": [1, 2],
            "body": {"model": "point", "max_speed": 2, "max_force": 4},
            "behaviors": [
                {"type": "separation", "distance": 1},
                {"type": "cohesion"},
                {"type": "custom", "name": "orbit", "weight": 2},
            ],
        }
    ],
}


def main() -> None:
    """Run it and tell how it turned."""
    run = fs.run(SCENARIO, steps=400, every=100, behaviors=[orbit], metrics=["milling", "flocks", crowd])
    for step, crowded in zip(run.metrics["step"], run.metrics["crowd"], strict=True):
        print(f"step {step}: {crowded:.1f} neighbours each")


if __name__ == "__main__":
    main()
