"""Chooses the rows: the likeliest words of each language, insides of words and single signs, each with its probability."""

import collections
import itertools
import math
import re
import struct

from cut import RUN, normal
from texts import members

# How many words of a language; insides of words by script; single signs come on top.
WORDS = {"en": 18000, "zh": 18000, "fr": 6000, "de": 6500, "es": 6000, "pt": 4000, "ru": 6500, "ja": 5000, "ko": 4500}
INSIDES = {"latin": 5500, "cyrillic": 1500, "hangul": 1500}
SIGNS = 4500
DICTIONARIES = {"hunspell-en-us": "en", "hunspell-fr": "fr", "hunspell-es": "es", "hunspell-pt-br": "pt", "hunspell-ru": "ru"}
LATIN, CYRILLIC, HANGUL = (re.compile(f"[{signs}]+$") for signs in ("a-zß-öø-ſ", "а-џ", "가-힣"))
WIDE, KANA = re.compile("[々぀-ヿ一-鿿]+$"), re.compile("[぀-ヿ]")
RAREST, LEAST = 1e-8, 3


def teacher_pieces(path):
    """Pieces of the teacher's tokeniser with their natural logarithms of probability."""
    data = path.read_bytes()
    at = 8 + 7 * 4 + 4 + 4
    (count,) = struct.unpack_from("<i", data, at)
    (size,) = struct.unpack_from("<Q", data, at + 20)
    at += 28
    starts = struct.unpack_from(f"<{count + 1}I", data, at)
    at += 4 * (count + 1)
    scores = struct.unpack_from(f"<{count}f", data, at)
    at += 4 * count
    names = (data[at + a : at + b].decode("utf-8", "replace") for a, b in itertools.pairwise(starts))
    return list(zip(names, scores))


def dictionary_words(path):
    for name, data in members(path):
        if re.search(r"/hunspell/(en_US|fr|fr_FR|es_ES|es|pt_BR|ru_RU)\.dic$", name):
            encoding = "koi8-r" if "ru_RU" in name and not decodes(data) else "utf-8" if decodes(data) else "latin-1"
            for line in data.decode(encoding).splitlines()[1:]:
                yield normal(line.split("/")[0].split("\t")[0])


def decodes(data):
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def chinese_words(path):
    """Words with their counts out of the dictionary of jieba."""
    for name, data in members(path):
        if name.endswith("/jieba/dict.txt"):
            for line in data.decode("utf-8").splitlines():
                word, count, *_ = line.split(" ")
                if WIDE.match(word) and len(word) <= 6:
                    yield normal(word), int(count)


def chosen_rows(inputs, folder, phrases, pieces):
    """Rows as {word: (language, probability)}, words first, then insides with `#`, then signs."""
    starts, insides = collections.Counter(), collections.Counter()
    for name, score in pieces:
        word = normal(name.removeprefix("▁"))
        (starts if name.startswith("▁") else insides)[word] += math.exp(score)
    counts = collections.defaultdict(collections.Counter)
    for language, phrase in phrases:
        counts[language].update(found.group() for found in RUN.finditer(normal(phrase)))
    known = collections.defaultdict(set)
    for one in inputs:
        if language := DICTIONARIES.get(one["name"]):
            known[language].update(dictionary_words(folder / one["file"]))
    rows = {}
    for language, quota in WORDS.items():
        words = japanese(pieces, starts, insides) if language == "ja" else {}
        if language == "zh":
            (path,) = (folder / one["file"] for one in inputs if one["name"] == "jieba")
            words = shares(dict(chinese_words(path)))
        elif language != "ja":
            words = words_of(language, counts, starts, known[language])
        add(rows, words, language, quota)
    for name, script in (("latin", LATIN), ("cyrillic", CYRILLIC), ("hangul", HANGUL)):
        within = {f"#{one}": p for one, p in insides.items() if script.match(one) and len(one) <= 8}
        add(rows, within, "inside", INSIDES[name])
        signs = collections.Counter()
        for word in starts:
            if script.match(word):
                signs.update(word)
        for sign, _ in signs.most_common(70 if name != "hangul" else 1200):
            for row in (sign, f"#{sign}"):
                rows.setdefault(row, ("inside", RAREST))
    signs = collections.Counter()
    for word, (_, p) in rows.items():
        if WIDE.match(word):
            signs.update(dict.fromkeys(word, p))
    for sign, _ in signs.most_common(SIGNS):
        rows.setdefault(sign, ("sign", max(RAREST, starts[sign] + insides[sign])))
    return rows


def words_of(language, counts, starts, known):
    """Words that the texts of a language or its dictionary hold: their share of the texts, at most what the teacher gives them."""
    own, total = counts[language], counts[language].total()
    usual = [word for word, _ in own.most_common(50) if starts[word] > 0]
    factor = sum(own[word] / total for word in usual) / sum(starts[word] for word in usual)
    english = {} if language == "en" else counts["en"]
    english_total = sum(english.values())
    script = {"ru": CYRILLIC, "ko": HANGUL}.get(language, LATIN)
    words = {}
    for word in set(own) | known:
        if not script.match(word) or not 2 <= len(word) <= 20:
            continue
        borrowed = english and english[word] * total > 3 * own[word] * english_total
        if borrowed and word not in known:
            continue
        share = own[word] / total
        if word in usual:
            words[word] = share
        elif own[word] >= LEAST:
            words[word] = min(share, starts[word] * factor) if starts[word] > 0 else share
        elif word in known and starts[word] > 0:
            words[word] = min(LEAST / total, starts[word] * factor)
    return words


def japanese(pieces, starts, insides):
    """Pieces with kana, and those of Han that no other language is likelier to hold: the teacher cuts Japanese into words."""
    words = {}
    for name, _ in pieces:
        word = normal(name.removeprefix("▁"))
        if WIDE.match(word) and 2 <= len(word) <= 8:
            words[word] = (starts[word] + insides[word]) * (20 if KANA.search(word) else 4)
    return words


def shares(counts):
    total = sum(counts.values())
    return {word: count / total for word, count in counts.items()}


def add(rows, words, language, quota):
    added = 0
    for word, p in sorted(words.items(), key=lambda one: (-one[1], one[0])):
        if added >= quota:
            return
        if word in rows:
            rows[word] = (rows[word][0], max(rows[word][1], p))
        elif word:
            rows[word] = (language, max(RAREST, p))
            added += 1
