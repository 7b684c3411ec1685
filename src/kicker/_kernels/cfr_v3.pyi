# cfr.py compiled a second time, for processors of the level x86-64-v3; portable builds alone have it.
from kicker._kernels.cfr import Passes as Passes
from kicker._kernels.cfr import source_hash as source_hash
