# /// script
# dependencies = ["enginehouse[envs]", "sb3-contrib>=2.7"]
#
# [tool.uv.sources]
# enginehouse = { path = "../..", editable = true }
# ///
"""Train masked PPO of Stable-Baselines3 in Mechanation against random play, and count its wins."""

import gymnasium
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from enginehouse.envs.gymnasium import ONE_SEAT

given = {"game": "mechanation", "seats": 2, "bots": ["random"], "form": "rotated scaled"}
many = make_vec_env(lambda: gymnasium.make(ONE_SEAT, **given), n_envs=16, seed=1)
model = MaskablePPO("MultiInputPolicy", many, n_steps=128, batch_size=512, n_epochs=4, ent_coef=0.01, seed=1)
model.learn(total_timesteps=20_000)
env, wins = gymnasium.make(ONE_SEAT, **given), 0
for seed in range(10_000, 10_100):  # deals that the training has not seen
    seen, _ = env.reset(seed=seed)
    over = False
    while not over:
        action, _ = model.predict(seen, action_masks=seen["action_mask"].astype(bool), deterministic=True)
        seen, reward, over, _, _ = env.step(int(action))
    wins += reward > 0
print(f"won {wins} of 100 games")
