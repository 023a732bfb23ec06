"""Learns to read the edits from the sentences of a page to a statement and the signals of their comparison, from what comparisons.ts has
written into a folder, and at which score a statement is supported: each group of sites by the others. Writes the numbers into
server/text/support. The same input gives the same bytes on the same processor."""

import base64
import collections
import json
import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.numpy as jnp
import numpy as np

LENGTH, WIDTH, WORD, SIGNALS, LAST = 56, 40, 12, 24, 32
GROUPS = 4
NETWORKS = 2  # their mean says more than one, and a third one adds nothing
EDGES = [26, 38, LENGTH]  # statements of a batch are about as long as each other, which takes half the time
WORDS, TIMES = 1400, 12  # words known by themselves: at most so many, in so many statements each
BATCH, RATE, DROPPED, DECAY = 192, 2e-3, 0.2, 1e-5
MADE_STEPS, STEPS, MADE = 600, 1000, 0.05  # first altered sentences alone; then these have this weight beside statements
WANTED = {"threshold": 0.9, "moved": 0.92, "sure": 0.96}  # shares of marks that are true on sites not learned from
POSSIBLE = 0.85  # share of the supported statements that a text is not left out for
OUT = pathlib.Path(__file__).parents[2] / "server/text/support"

work = pathlib.Path(sys.argv[1])
rows = [json.loads(line) for line in open(work / "comparisons.jsonl", encoding="utf-8")]
field = lambda name: np.array([row[name] for row in rows])
flag = lambda name: np.array([row.get(name, False) for row in rows])
label, site, made = field("supported").astype(np.float32), field("site"), field("isMade")
near, quoted, refused = (flag(name) for name in ("isNear", "isQuoted", "isRefused"))
readable = np.array([len(row["edits"]) > 0 for row in rows])

# Sites in groups of about as many statements.
sizes, group_of = [0] * GROUPS, {}
for name, size in sorted(collections.Counter(site[~made].tolist()).items(), key=lambda one: -one[1]):
    group_of[name] = int(np.argmin(sizes))
    sizes[group_of[name]] += size
group = np.array([group_of[name] for name in site])

counts = collections.Counter(
    word for row in rows if not row["isMade"] for word in {w for edit in row["edits"] for w in edit[:2] if w}
)
# As often as each other in the order of their letters: a set of words has another order in each run.
ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
words = [word for word, count in ranked[:WORDS] if count >= TIMES]
place = {word: index + 1 for index, word in enumerate(words)}

TRAITS = max(len(edit) for row in rows for edit in row["edits"]) - 2
ids = np.zeros((len(rows), LENGTH, 2), np.int16)
traits = np.zeros((len(rows), LENGTH, TRAITS), np.float32)
mask = np.zeros((len(rows), LENGTH), np.float32)
for at, row in enumerate(rows):
    edits = row["edits"][:LENGTH]
    for step, edit in enumerate(edits):
        ids[at, step] = [place.get(word, 0) for word in edit[:2]]
        traits[at, step] = edit[2:]
    mask[at, : len(edits)] = 1
width = max(len(row["signals"]) for row in rows)
signals = np.array([row["signals"] or [0] * width for row in rows], np.float32)
bucket = np.searchsorted(EDGES, mask.sum(1))
written = ~made & readable
means, deviations = signals[written].mean(0), signals[written].std(0) + 1e-3
signals = np.clip((signals - means) / deviations, -4, 4)


def begin(seed):
    keys = iter(jax.random.split(jax.random.PRNGKey(seed), 8))
    shapes = {
        "edit": (2 * WORD + TRAITS, WIDTH),
        "first": (3 * WIDTH, WIDTH),
        "second": (3 * WIDTH, WIDTH),
        "signals": (width, SIGNALS),
        "all": (2 * WIDTH + SIGNALS, LAST),
        "last": (LAST, 1),
    }
    net = {name: jax.random.normal(next(keys), (len(words) + 1, WORD)) * 0.1 for name in ("here", "there")}
    for name, shape in shapes.items():
        net[name] = jax.random.normal(next(keys), shape) * np.sqrt(2 / shape[0])
        net["b " + name] = jnp.zeros(shape[1])
    return net


def read(net, batch, chance=None):
    """Sums of the statements; `server/text/support/edits/reader.ts` does the same."""
    words, traits, mask, signals = batch
    mask = mask[..., None]

    def some(values, number):
        if chance is None:
            return values
        kept = jax.random.bernoulli(jax.random.fold_in(chance, number), 1 - DROPPED, values.shape)
        return values * kept / (1 - DROPPED)

    def beside(states, name):
        around = jnp.pad(states, ((0, 0), (1, 1), (0, 0)))
        joined = jnp.concatenate([around[:, :-2], states, around[:, 2:]], -1)
        return jax.nn.relu(joined @ net[name] + net["b " + name]) * mask

    parts = [some(net["here"][words[..., 0]], 0), some(net["there"][words[..., 1]], 1), traits]
    states = jax.nn.relu(jnp.concatenate(parts, -1) @ net["edit"] + net["b edit"]) * mask
    states = states + beside(some(states, 2), "first")
    states = states + beside(some(states, 3), "second")
    compared = jax.nn.relu(signals @ net["signals"] + net["b signals"])
    parts = jnp.concatenate([states.max(1), states.sum(1) / 10, compared], -1)
    return (jax.nn.relu(some(parts, 4) @ net["all"] + net["b all"]) @ net["last"] + net["b last"])[:, 0]


def loss(net, batch, wanted, chance):
    said = read(net, batch, chance)
    size = sum((values**2).sum() for name, values in net.items() if not name.startswith("b "))
    return (jnp.logaddexp(0, said) - wanted * said).mean() + DECAY * size


@jax.jit
def step(net, mean, square, number, batch, wanted, chance, rate):
    slope = jax.grad(loss)(net, batch, wanted, chance)
    mean = jax.tree.map(lambda old, new: 0.9 * old + 0.1 * new, mean, slope)
    square = jax.tree.map(lambda old, new: 0.999 * old + 0.001 * new * new, square, slope)
    move = lambda value, one, two: value - rate * (one / (1 - 0.9**number)) / (jnp.sqrt(two / (1 - 0.999**number)) + 1e-8)
    return jax.tree.map(move, net, mean, square), mean, square


def batch_of(some, length=LENGTH):
    return ids[some, :length], traits[some, :length], mask[some, :length], signals[some]


read_batch = jax.jit(read)


def learn(net, some, weights, steps, seed):
    random = np.random.RandomState(seed)
    parts = [some[bucket[some] == number] for number in range(len(EDGES))]
    shares = np.array([weights[part].sum() for part in parts])
    mean = square = jax.tree.map(jnp.zeros_like, net)
    key = jax.random.PRNGKey(seed)
    for number in range(1, steps + 1):
        size = random.choice(len(EDGES), p=shares / shares.sum())
        own = random.choice(parts[size], BATCH, p=weights[parts[size]] / shares[size])
        rate = RATE * (0.5 + 0.5 * np.cos(np.pi * number / steps)) * min(1, number / 50)
        chance = jax.random.fold_in(key, number)
        net, mean, square = step(net, mean, square, float(number), batch_of(own, EDGES[size]), label[own], chance, rate)
    return net


def said(net, some):
    parts = []
    for at in range(0, len(some), 512):
        own = some[at : at + 512]
        parts.append(np.array(read_batch(net, batch_of(np.resize(own, 512))))[: len(own)])
    return np.concatenate(parts)


def short(net):
    """Whole numbers of one byte, as the service reads them."""
    numbers, used = {"biases": {}}, dict(net)
    for name, values in net.items():
        values = np.asarray(values, np.float32)
        if name.startswith("b "):
            numbers["biases"][name[2:]] = [round(float(value), 4) for value in values]
            continue
        scale = float("%.5g" % (np.abs(values).max() / 127))
        whole = np.clip(np.round(values / scale), -127, 127).astype(np.int8)
        numbers[name] = {"width": values.shape[1], "scale": scale, "bytes": base64.b64encode(whole.tobytes()).decode()}
        used[name] = jnp.asarray(whole * np.float32(scale))
    return numbers, used


def scaled(sums, wanted):
    """A logistic regression over the sums, by Newton's steps: networks are too sure of themselves."""
    x = np.stack([np.ones_like(sums), sums], 1)
    weights = np.zeros(2)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        bend = (x * (p * (1 - p))[:, None]).T @ x + 1e-6 * np.eye(2)
        weights += np.linalg.solve(bend, x.T @ (wanted - p))
    return weights


def area(score, wanted):
    order = np.argsort(score)
    ranks = np.empty(len(score))
    values, inverse, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    held = wanted.sum()
    return (ranks[wanted > 0].sum() - held * (held + 1) / 2) / (held * (len(score) - held))


def threshold_for(score, wanted, share):
    order = np.argsort(-score, kind="stable")
    true = np.cumsum(wanted[order]) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(true >= share)
    return np.floor(score[order][enough[-1]] * 1000) / 1000 if len(enough) else 0.99


def figures(name, score, wanted):
    print(name.ljust(34), "area %.4f" % area(score, wanted), end=" ")
    for share in (0.97, 0.95, 0.94, 0.92, 0.9, 0.85):
        least = threshold_for(score, wanted, share)
        print("R%.2f %.3f@%.2f" % (share, (score[wanted > 0] >= least).mean(), least), end=" ")
    print(flush=True)


weights = np.where(made, MADE, 1.0)
crossed = np.full(len(rows), -9.0)
crossed[written] = 0
networks, off = [], 0
for seed in range(NETWORKS):
    first = learn(begin(seed), np.flatnonzero(made & readable), np.ones(len(rows)), MADE_STEPS, 1 + seed)
    for number in sorted(set(group)):
        net = learn(first, np.flatnonzero(readable & (group != number)), weights, STEPS, 10 + number + 100 * seed)
        own = np.flatnonzero(written & (group == number))
        crossed[own] += said(net, own) / NETWORKS
        print("network", seed, "group", number, flush=True)
    net = learn(first, np.flatnonzero(readable), weights, STEPS, 50 + 100 * seed)
    network, used = short(net)
    off = max(off, np.abs(said(net, np.flatnonzero(written)) - said(used, np.flatnonzero(written))).max())
    networks.append(network)
print("by short numbers", off)

bias, weight = scaled(crossed[written], label[written])
score = 1 / (1 + np.exp(-(bias + weight * crossed)))
score[refused] = 0
score[quoted] = 1
for name, some in {"all": ~made, "near copies": ~made & near, "others": ~made & ~near}.items():
    figures(name, score[some], label[some])
np.save(work / "score.npy", score[~made])

numbers = {name: float(threshold_for(score[~made], label[~made], share)) for name, share in WANTED.items()}
numbers["possible"] = float(np.floor(np.quantile(score[~made & (label > 0)], 1 - POSSIBLE) * 1000) / 1000)
kept = score[~made] >= numbers["threshold"]
figure = lambda value: round(float(value), 3)
learned = {
    "eachSiteByTheOthers": {
        "statements": int((~made).sum()),
        "precision": figure(label[~made][kept].mean()),
        "recall": figure(kept[label[~made] > 0].mean()),
    },
    **numbers,
    "scale": {"bias": figure(bias), "weight": figure(weight)},
}
network = {
    "words": words,
    "means": [round(float(value), 4) for value in means],
    "deviations": [round(float(value), 4) for value in deviations],
    "networks": networks,
}
for name, content in {"weights.json": learned, "edits/numbers.json": network}.items():
    json.dump(content, open(OUT / name, "w", encoding="utf-8"), ensure_ascii=False)
