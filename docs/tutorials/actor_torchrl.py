# /// script
# dependencies = ["enginehouse[envs]", "torchrl>=0.9"]
#
# [tool.uv.sources]
# enginehouse = { path = "../..", editable = true }
# ///
"""Train an actor of TorchRL with REINFORCE, on one seat of Mechanation against random play."""

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from enginehouse.envs.gymnasium import ONE_SEAT

torch.manual_seed(1)
game = gymnasium.make(ONE_SEAT, game="mechanation", seats=2, bots=["random"], form="rotated scaled")
env = GymWrapper(game, categorical_action_encoding=True)
env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
env.set_seed(1)
width, actions = env.observation_spec["observation"].shape[-1], env.observation_spec["action_mask"].shape[-1]
net = torch.nn.Sequential(torch.nn.Linear(width, 64), torch.nn.ReLU(), torch.nn.Linear(64, actions))
actor = ProbabilisticActor(
    TensorDictModule(net, in_keys=["observation"], out_keys=["logits"]),
    in_keys={"logits": "logits", "mask": "action_mask"},
    distribution_class=MaskedCategorical,
    return_log_prob=True,
)
optimizer, won = torch.optim.Adam(net.parameters(), lr=1e-3), 0
for _ in range(100):
    played = env.rollout(1_000, actor)
    result = played["next", "reward"].sum()
    loss = -(played["action_log_prob"].sum() * result)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    won += int(result > 0)
print(f"won {won} of 100 games while it learned")
