# /// script
# dependencies = ["enginehouse[envs]", "torch>=2.8"]
#
# [tool.uv.sources]
# enginehouse = { path = "../..", editable = true }
# ///
"""Train a policy with PyTorch alone, in one file as CleanRL does it: self-play of many games as arrays, REINFORCE."""

import numpy as np
import torch

from enginehouse.envs import Batch, Layout

torch.manual_seed(1)
batch, layout = Batch("mechanation", seats=2, n=128, seed=1), Layout("mechanation", "scaled", rotated=True)
width, actions = layout.rows(batch.obs).shape[1], batch.mask.shape[1]
net = torch.nn.Sequential(torch.nn.Linear(width, 128), torch.nn.ReLU(), torch.nn.Linear(128, actions))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)


def choose(games):
    """Return the distribution of actions in each game, and the seats that are asked."""
    obs, mask, seat = games.look()
    allowed = torch.tensor(mask) | torch.tensor(games.done)[:, None]
    logits = net(torch.tensor(layout.rows(obs))).masked_fill(~allowed, -1e9)
    return torch.distributions.Categorical(logits=logits), np.maximum(seat, 0)


for _step in range(40):
    chances, seats = [], []
    batch.reset()
    while not batch.done.all():
        distribution, seat = choose(batch)
        codes = distribution.sample()
        chances.append(distribution.log_prob(codes) * torch.tensor(~batch.done))
        seats.append(seat.copy())
        batch.step(np.where(batch.done, -1, codes.numpy()))
    results = torch.tensor(np.take_along_axis(batch.returns, np.array(seats).T, 1).T, dtype=torch.float32)
    loss = -(torch.stack(chances) * results).sum() / 128
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
test = Batch("mechanation", seats=2, n=400, seed=2)
test.play_along(0)
while not test.done.all():
    distribution, _ = choose(test)
    test.step(np.where(test.done, -1, distribution.probs.argmax(1).numpy()))
    test.play_along(0)
print(f"won {(test.returns[:, 0] > 0).mean():.0%} of 400 games against random play")
