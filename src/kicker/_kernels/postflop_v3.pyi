# postflop.py compiled a second time, for processors of the level x86-64-v3; portable builds alone have it.
from kicker._kernels.postflop import Game as Game
from kicker._kernels.postflop import source_hash as source_hash
