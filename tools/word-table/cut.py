"""Cuts a text into rows of the table, as `server/text/word-vectors/cut.ts` does."""

import re
import unicodedata

RUN = re.compile(
    "(?P<parts>[a-zß-öø-ſ][a-z0-9ß-öø-ſ]*|[а-џ]+|[가-힣]+)|(?P<wide>[々぀-ヿ一-鿿]+)"
)
LONGEST = {"parts": 20, "wide": 8}
UNKNOWN = 250  # cost of a character that no row holds, in tenths of a natural logarithm


def normal(text):
    return unicodedata.normalize("NFKC", text).lower()


class Cutter:
    """Whole words; else the most probable rows: a start and insides (`#`) of a word, words of a run of Han or kana."""

    def __init__(self, words, costs):
        self.row = {word: at for at, word in enumerate(words)}
        self.costs = [int(cost) for cost in costs]
        self.seen = {}

    def __call__(self, text):
        rows = []
        for found in RUN.finditer(normal(text)):
            run = found.group()
            row = self.row.get(run)
            if row is not None:
                rows.append(row)
                continue
            if run not in self.seen:
                self.seen[run] = self.parts(run, found.lastgroup)
            rows += self.seen[run]
        return rows

    def parts(self, run, kind):
        best, start, by = [0], [0], [-1]
        for end in range(1, len(run) + 1):
            cost, at, row = best[end - 1] + UNKNOWN, end - 1, -1
            for begin in range(max(0, end - LONGEST[kind]), end):
                mark = "#" if kind == "parts" and begin > 0 else ""
                found = self.row.get(mark + run[begin:end])
                if found is not None and best[begin] + self.costs[found] < cost:
                    cost, at, row = best[begin] + self.costs[found], begin, found
            best.append(cost)
            start.append(at)
            by.append(row)
        rows, end = [], len(run)
        while end > 0:
            if by[end] >= 0:
                rows.append(by[end])
            end = start[end]
        return rows[::-1]
