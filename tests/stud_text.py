"""The beginning of a hand of stud as PokerStars writes it, for tests that go on differently."""

STUD_START = """\
PokerStars Hand #12: 7 Card Stud Limit ($2/$4 USD) - 2024/05/01 12:00:00 ET
Table 'x' 8-max
Seat 1: Ann ($100 in chips)
Seat 2: Ben ($100 in chips)
Ann: posts the ante $0.50
Ben: posts the ante $0.50
*** 3rd STREET ***
Dealt to Ann [2c]
Dealt to Ben [Kh]
Ann: brings in for $1
"""
