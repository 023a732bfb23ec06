"""help_sets.py PACKAGE FOLDER: question sets across languages out of Debian's `gnome-user-docs`, which no table may be fitted on.

The question is the description of a page in one language, the answer is that page in another one, without its description.
"""

import json
import pathlib
import random
import re
import sys
import xml.etree.ElementTree as ElementTree

from texts import members

FOLDERS = {"en": "C", "zh": "zh_CN", "pt": "pt_BR", **{code: code for code in ("fr", "de", "es", "ja", "ko", "ru")}}
PAIRS = [("en", "en"), *((one, "en") for one in FOLDERS if one != "en"), *(("en", one) for one in FOLDERS if one != "en")]
QUESTIONS = 100
INFO, TITLE, DESC = (f"{{http://projectmallard.org/1.0/}}{name}" for name in ("info", "title", "desc"))


def pages(path):
    """Pages by language and name: title, description and text."""
    found = {}
    for name, data in members(path):
        at = re.search(r"/help/([\w@]+)/gnome-help/([\w-]+)\.page$", name)
        for language in (one for one, folder in FOLDERS.items() if at and folder == at[1]):
            page = ElementTree.fromstring(data)
            description = page.find(f"{INFO}/{DESC}")
            title = page.find(TITLE)
            if description is not None and title is not None:
                blocks = [words(one) for one in page if one.tag not in (INFO, TITLE)]
                found[language, at[2]] = (words(title), words(description), "\n\n".join(filter(None, blocks)))
    return found


def words(element):
    return re.sub(r"\s+", " ", " ".join(element.itertext())).strip()


def write(folder, found, asked, answered):
    names = sorted(name for language, name in found if language == answered)
    english = {name: found["en", name][1] for name in names if ("en", name) in found}
    fit = [name for name in english if (asked, name) in found and len(found[answered, name][2]) > 200]
    fit = [name for name in fit if asked == "en" or found[asked, name][1] != english[name]]
    chosen = sorted(random.Random(7).sample(fit, min(QUESTIONS, len(fit))))
    place = folder / f"help-{asked}-{answered}"
    place.mkdir(parents=True, exist_ok=True)
    corpus = [{"id": name, "title": found[answered, name][0], "text": found[answered, name][2]} for name in names]
    queries = [{"text": found[asked, name][1], "relevant": [name], "lang": asked} for name in chosen]
    for file, lines in (("corpus.jsonl", corpus), ("queries.jsonl", queries)):
        (place / file).write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    print(place.name, len(corpus), len(queries))


if __name__ == "__main__":
    package, target = map(pathlib.Path, sys.argv[1:3])
    everything = pages(package)
    for pair in PAIRS:
        write(target, everything, *pair)
