# solitaire.py compiled a second time: the same names, and room for every position that the rules allow.
from kicker._kernels.solitaire import Search as Search
from kicker._kernels.solitaire import holds as holds
from kicker._kernels.solitaire import source_hash as source_hash
