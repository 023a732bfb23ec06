"""Short phrases of the nine languages out of the inputs: help pages, message catalogues, names of things, definitions."""

import gettext
import html
import io
import json
import random
import re
import subprocess
import tarfile
import zipfile

LANGUAGES = ("zh", "en", "fr", "de", "es", "ja", "ko", "pt", "ru")
NAMES = {"zh-cn": "zh", "zh-hans": "zh", "zh": "zh", "en-us": "en", "en": "en", "es-es": "es", "pt-br": "pt", "pt": "pt"}
NAMES |= {code: code[:2] for code in ("fr", "fr-fr", "de", "de-de", "es", "ja", "ja-jp", "ko", "ko-kr", "ru", "ru-ru")}
SENTENCE = re.compile(r"(?<=[.!?;:])\s+|(?<=[。！？；：])")
NOISE = re.compile(r"<[^>]*>|\{[^}]*\}|%\(?\w*\)?[sdif]?|\$\w+|https?://\S+|&\w;|[~_&](?=\w)|\\n")
WIDE = re.compile("[぀-ヿ一-鿿]")
SCRIPTS = {"zh": re.compile("[一-鿿]"), "ja": WIDE, "ko": re.compile("[가-힣]"), "ru": re.compile("[а-я]")}


def language_of(code):
    return NAMES.get(code.lower().replace("_", "-"))


def phrases_of(text):
    """Sentences of a text that are neither a single character nor long."""
    for sentence in SENTENCE.split(html.unescape(NOISE.sub(" ", text))):
        phrase = re.sub(r"\s+", " ", sentence).strip(" -–•*|:")
        letters = sum(one.isalpha() for one in phrase)
        words = len(WIDE.findall(phrase)) / 2 + len(phrase.split())
        if letters >= 2 and 1 <= words <= 22 and letters > len(phrase) / 2:
            yield phrase


def members(path):
    """Files of a package: Debian's by dpkg-deb, wheels and packages of npm as archives."""
    name = str(path)
    if name.endswith(".deb"):
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", name], check=True, capture_output=True).stdout
        yield from tar_members(tarfile.open(fileobj=io.BytesIO(data)))
    elif name.endswith((".tgz", ".tar.gz")):
        yield from tar_members(tarfile.open(name))
    else:
        yield from zip_members(zipfile.ZipFile(name))


def tar_members(archive):
    for one in archive:
        if one.isfile():
            yield one.name.removeprefix("./"), archive.extractfile(one).read()


def zip_members(archive):
    for one in archive.namelist():
        if not one.endswith("/"):
            yield one, archive.read(one)


def help_pages(path, _):
    for name, data in members(path):
        at = re.search(r"/libreoffice/help/([\w-]+)/text/.*\.html$", name)
        if at and (language := language_of(at[1])):
            page = re.sub(r"(?s)<(script|head|pre).*?</\1>", " ", data.decode("utf-8", "replace"))
            for block in re.split(r"(?i)</?(?:p|li|td|h\d|div|br|dt|dd)\b[^>]*>", page):
                yield language, block


def catalogues(path, inputs):
    """Compiled catalogues of gettext; the English originals are phrases too."""
    for name, data in members(path):
        at = re.search(r"/(\w+)/LC_MESSAGES/[^/]*\.mo$", name)
        if at and (language := language_of(at[1])):
            for original, text in gettext.GNUTranslations(io.BytesIO(data))._catalog.items():
                original = original[0] if isinstance(original, tuple) else original
                yield language, text
                yield "en", original.split("\x04")[-1].split("|")[-1]


def browser_texts(path, _):
    """Language packs of Firefox and Thunderbird."""
    language = language_of(re.search(r"l10n-([a-z-]+)_", path.name)[1])
    for name, data in members(path):
        if not name.endswith(".xpi"):
            continue
        for inner, text in zip_members(zipfile.ZipFile(io.BytesIO(data))):
            if inner.endswith((".ftl", ".properties")):
                for line in text.decode("utf-8", "replace").splitlines():
                    if found := re.match(r"\s*(?:[\w.-]+\s*=)?\s*(\S.*[^\s=])$", line):
                        if not line.lstrip().startswith(("#", "{", "*", "[", ".accesskey", ".style")):
                            yield language, found[1]


def json_texts(path, _):
    """Translations of a web interface: a file of nested messages for each language."""
    for name, data in members(path):
        at = re.search(r"translations/(?:[\w/]+/)?([a-zA-Z-]+)-[0-9a-f]{8,}\.json$", name)
        if at and (language := language_of(at[1])):
            for text in leaves(json.loads(data)):
                yield language, text


def names_of_things(path, _):
    """Names of places, languages and units, and words about signs, of the Common Locale Data Repository."""
    for name, data in members(path):
        at = re.search(r"package/(?:annotations|main)/([\w-]+)/(annotations|territories|languages|units)\.json$", name)
        if at and (language := language_of(at[1])):
            for text in leaves(json.loads(data)):
                yield language, text


def definitions(path, _):
    """Definitions and examples of WordNet."""
    for name, data in members(path):
        if re.search(r"/wordnet/data\.(noun|verb|adj|adv)$", name):
            for line in data.decode("utf-8", "replace").splitlines():
                gloss = line.partition(" | ")[2]
                words = re.findall(r"(?<= )([a-z][a-z_'-]+) \d", line.partition(" | ")[0])[:4]
                yield "en", ", ".join(words).replace("_", " ")
                for part in gloss.split(";"):
                    yield "en", part.strip(' "')


def is_own(language, phrase, found):
    """Whether a phrase is in its language: messages that nobody translated are in English."""
    if language in SCRIPTS:
        return bool(SCRIPTS[language].search(phrase))
    return language == "en" or ("en", phrase) not in found


def leaves(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            if not str(key).startswith("_"):
                yield from leaves(one)
    elif isinstance(value, list):
        yield " ".join(one for one in value if isinstance(one, str))


READERS = {
    "help": help_pages,
    "catalogue": catalogues,
    "browser": browser_texts,
    "json": json_texts,
    "names": names_of_things,
    "definitions": definitions,
}


def read_phrases(inputs, folder):
    """All phrases, each once, as (language, phrase), in a random order that is the same each time."""
    found = {}
    for one in inputs:
        if one["reader"] not in READERS:
            continue
        before = len(found)
        for language, text in READERS[one["reader"]](folder / one["file"], one):
            for phrase in phrases_of(text):
                found.setdefault((language, phrase), one["file"])
        print(one["file"], len(found) - before, flush=True)
    phrases = sorted(one for one in found if is_own(*one, found))
    random.Random(20261126).shuffle(phrases)
    return phrases
