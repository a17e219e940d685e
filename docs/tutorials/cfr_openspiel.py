# /// script
# dependencies = ["enginehouse[openspiel]"]
#
# [tool.uv.sources]
# enginehouse = { path = "../..", editable = true }
# ///
"""Solve Kuhn poker, a game in a folder of its own, by the counterfactual regret minimization of OpenSpiel."""

from pathlib import Path

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from enginehouse.envs.openspiel import load

game = load(str(Path(__file__).parents[1] / "examples" / "kuhn"), returns="score")
solver = cfr.CFRSolver(game)
for step in range(1, 101):
    solver.evaluate_and_update_policy()
    if step % 50 == 0:
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0]
        print(
            f"{step} rounds: value {value:.4f} (-1/18 is -0.0556), exploitability {exploitability.exploitability(game, policy):.4f}"
        )
