"""Games for those who train and study: many at once, as arrays, with what each seat may know."""

from enginehouse.envs.batch import Batch as Batch
from enginehouse.envs.features import Features as Features
from enginehouse.envs.observation import Layout as Layout
