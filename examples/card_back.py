"""A card back: the picture of a Julia set, drawn with the colours of a palette. Needs `pip install 'kicker[art]'`.

Run: python card_back.py
     python card_back.py lightning ember back.png
"""

import sys

from PIL import Image

from kicker.art import PRESETS, CardBack, palette_tables


def main() -> None:
    """Draw a preset in a palette to a file."""
    preset, palette, path = sys.argv[1:4] if len(sys.argv) > 3 else ("dragon", "ember", "card_back.png")
    card = CardBack(size=400, c=PRESETS[preset])
    levels, size = card.levels(), (card.size, card.size)  # a byte for each pixel, row by row
    channels = [Image.frombytes("L", size, levels.translate(table)) for table in palette_tables(palette)]
    Image.merge("RGB", channels).save(path)
    print(f"{path}: {preset} in {palette}, {card.size} x {card.size} pixels")


if __name__ == "__main__":
    main()
