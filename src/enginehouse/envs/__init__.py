"""Environments for training and research: many games at once as arrays, or one game for other frameworks."""

from enginehouse.envs.batch import Batch as Batch
from enginehouse.envs.features import Features as Features
from enginehouse.envs.observation import Layout as Layout
