"""A bot of your own in a match: it plays the best fifth of its hands, and bets when the board helps.

Run: python own_bot.py

In this file's folder, `kicker match python:own_bot:Fifth caller` plays it too.
"""

from kicker import CALL, CHECK, FOLD, Action, Category, Match, Range, View, evaluate, play_match, raise_to

GOOD = Range("top 20%")


class Fifth:
    """A player only needs `act`. The view has everything that its seat may know: its cards, the board, the bets."""

    def act(self, view: View) -> Action:
        """Raise good hands, and check or fold the others."""
        options = view.options
        if self.likes(view) and options.min_raise_to:
            return raise_to(options.min_raise_to)
        if options.may_check:
            return CHECK
        return CALL if self.likes(view) else FOLD

    def likes(self, view: View) -> bool:
        """Return True for a hand in the range before the flop, and for two pair or better after it."""
        if not view.board:
            return view.hand in GOOD
        return evaluate(view.hand, view.board).category >= Category.TWO_PAIR


def main() -> None:
    """Play 2,000 hands against each of two bots; every deck is played from both seats."""
    for opponent in ("caller", "maniac"):
        tally = play_match(Match([Fifth, opponent], seed=7), hands=2_000)
        score = tally.scores[0]
        print(f"{score.player} against {opponent}: {score.bb100:+.1f} bb/100 (95% interval ±{score.half_width:.1f})")


if __name__ == "__main__":
    main()
