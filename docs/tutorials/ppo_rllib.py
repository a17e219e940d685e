# /// script
# dependencies = ["enginehouse[envs]", "ray[rllib]>=2.50", "torch>=2.8"]
#
# [tool.uv]
# override-dependencies = ["gymnasium>=1.3"]  # Ray names an older version, and runs with this one
#
# [tool.uv.sources]
# enginehouse = { path = "../..", editable = true }
# ///
"""Train PPO of RLlib, with its module that masks actions, on one seat of Mechanation against random play."""

import gymnasium
import numpy as np
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from enginehouse.envs.gymnasium import OneSeat


def make(_: object) -> gymnasium.Env:
    """Return the environment with the names and types that the module of RLlib expects."""
    env = OneSeat("mechanation", seats=2, bots=["random"], form="rotated scaled")
    mask = gymnasium.spaces.Box(0, 1, (env.action_space.n,), np.float32)
    space = gymnasium.spaces.Dict({"observations": env.observation_space["observation"], "action_mask": mask})
    return TransformObservation(
        env,
        lambda seen: {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)},
        space,
    )


register_env("mechanation", make)
module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64, 64]})
config = (
    PPOConfig()
    .environment("mechanation")
    .env_runners(num_env_runners=0)  # games in this process: workers of Ray would not find the packages of uv
    .rl_module(rl_module_spec=module)
    .training(train_batch_size=2_000, minibatch_size=500, num_epochs=4)
)
algorithm = config.build_algo()
for step in range(5):
    result = algorithm.train()["env_runners"]
    print(f"round {step}: mean return {result['episode_return_mean']:.2f}")
algorithm.stop()
