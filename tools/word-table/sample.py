"""Takes phrases until every language has its share, passing over those whose rows were all seen often."""

import numpy as np

PHRASES = {"en": 26000, "zh": 16000, "fr": 8000, "de": 8000, "es": 8000, "ja": 8000, "ru": 6000, "pt": 5000, "ko": 5000}
OFTEN, MOST_ROWS = 10, 12
MOST = 20_000  # of all languages: more are a little better, forty take a second


def sampled(phrases, cutter, shares=PHRASES):
    seen = np.zeros(len(cutter.costs), dtype=np.int32)
    left = dict(shares)
    taken = []
    for language, phrase in phrases:
        if left[language] <= 0:
            continue
        rows = cutter(phrase)
        if 2 <= len(rows) <= MOST_ROWS and seen[rows].min() < OFTEN:
            seen[rows] += 1
            left[language] -= 1
            taken.append((language, phrase))
            if len(taken) == MOST:
                break
    return taken
