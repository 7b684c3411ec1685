"""Betting statistics of a match: the table of `kicker match --style`."""

from __future__ import annotations

from collections import Counter

from kicker.match import Share, Style, quantile


def style_rows(style: Style) -> list[list[str]]:
    """Return a row for each figure: its name, its value, and its 95% interval if it has one."""
    every = ["all", *style.positions]
    rows = [["style", f"{style.deals:,} hands"]]
    rows += [[f"enters the pot, {name}", percent(style.entered(None if name == "all" else name))] for name in every]
    rows += [
        [f"raises before the flop, {name}", percent(style.raised(None if name == "all" else name))] for name in every
    ]
    rows.append(["opens to, in big blinds", spread(style.opens)])
    rows.append(["hands with a re-raise", percent(style.per_deal(style.reraised))])
    rows.append(["re-raises, times the raise", spread(style.reraises)])
    rows.append(["further raises, per 100 hands", percent(style.per_deal(style.raised_again))])
    rows.append(["raises of 90% of the stack, per 100 hands", percent(style.per_deal(style.shoves))])
    rows.append(["hands that see a flop", percent(style.per_deal(style.flops))])
    rows.append(["postflop bets, shares of the pot", spread(style.sizes)])
    rows += [[f"  {kind}", spread(style.bets[kind])] for kind in sorted(style.bets)]
    return rows


def percent(share: Share) -> str:
    """`23.4 ± 0.5%`."""
    return f"{100 * share.share:.1f} ± {100 * share.half_width:.1f}%"


def spread(sizes: Counter[float]) -> str:
    """Return the median, the 10th and the 90th percentile, and the number of sizes."""
    if not sizes:
        return "none"
    low, middle, high = (quantile(sizes, part) for part in (0.1, 0.5, 0.9))
    return f"{middle:.2f} ({low:.2f} to {high:.2f}), {sizes.total():,}"
