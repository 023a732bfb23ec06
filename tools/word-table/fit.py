"""Fits the rows so that the mean of a phrase's rows points where the teacher's vector of the phrase does, and makes them short."""

import re

import numpy as np
import scipy.sparse as sp

RARITY, RIDGE, STEPS = 3e-4, 0.05, 8
INSIDE = 0.35  # weight of an inside of a word beside that of a whole word
FUNCTION = 3e-3  # least probability of function words and letters: in help pages and definitions they are rarer than in questions
DIMS, WHITENING, CLIP = 256, 0.25, 2.6
LETTER = re.compile("#?[a-zß-öø-ſа-џ]$")


def less_mean(vectors, groups):
    """Vectors less the mean of their group: what only tells the language is taken away."""
    vectors = vectors.astype(np.float32)
    groups = np.array(groups)
    for group in set(groups):
        own = groups == group
        vectors[own] -= vectors[own].mean(0)
    return vectors


def unit(vectors):
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)


def weights(words, probabilities, functional):
    """How much a row counts: the less, the likelier it is in any text."""
    letters = {word for word in words if LETTER.match(word)}
    least = np.array([FUNCTION if word in functional or word in letters else 0 for word in words])
    inside = np.array([INSIDE if word.startswith("#") else 1 for word in words])
    p = np.maximum(np.array(probabilities), least)
    return (inside * RARITY / (RARITY + p)).astype(np.float32)[:, None]


def bags(cut, phrases):
    rows, columns, values = [], [], []
    for at, phrase in enumerate(phrases):
        found = cut(phrase)
        rows += [at] * len(found)
        columns += found
        values += [1 / len(found)] * len(found)
    shape = (len(phrases), len(cut.costs))
    return sp.csr_matrix((np.array(values, dtype=np.float32), (rows, columns)), shape=shape)


def ridge(bag, wanted, prior):
    """Conjugate gradients from the prior; a row that no phrase has stays what it was."""
    means = bag @ prior
    rows = prior * float((means * wanted).sum() / (means * means).sum())
    turned = bag.T.tocsr()
    scale = 1 / (np.asarray(bag.multiply(bag).sum(0)).ravel() + RIDGE).astype(np.float32)[:, None]
    rest = turned @ (wanted - bag @ rows)
    step = rest * scale
    direction, energy = step.copy(), (rest * step).sum(0)
    for _ in range(STEPS):
        image = turned @ (bag @ direction) + RIDGE * direction
        length = energy / np.maximum((direction * image).sum(0), 1e-20)
        rows += length * direction
        rest -= length * image
        step = rest * scale
        before, energy = energy, (rest * step).sum(0)
        direction = step + (energy / np.maximum(before, 1e-20)) * direction
    return rows


def fitted(words, languages, probabilities, functional, row_vectors, cut, phrases, phrase_vectors):
    """The table: directions by the fit, lengths by rarity, the strongest dimensions of the phrases, softly whitened."""
    weight = weights(words, probabilities, functional)
    wanted = less_mean(phrase_vectors, [language for language, _ in phrases])
    prior = unit(less_mean(row_vectors, languages)) * weight
    rows = ridge(bags(cut, [phrase for _, phrase in phrases]), wanted, prior)
    values, axes = np.linalg.eigh(wanted.T @ wanted / len(wanted))
    values, axes = values[::-1][:DIMS], axes[:, ::-1][:, :DIMS]
    return unit(rows) * weight @ axes * (values[0] / values) ** WHITENING


def four_bits(rows):
    """Whole numbers from -7 to 7 with a scale a row; clipping the few large values loses less than coarser steps."""
    reach = np.minimum(np.abs(rows).max(1), CLIP * np.sqrt((rows * rows).mean(1)))
    scale = np.maximum(reach / 7, 1e-9).astype(np.float32)
    return np.clip(np.rint(rows / scale[:, None]), -7, 7).astype(np.int8), scale
