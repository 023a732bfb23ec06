import { subjectTerms } from '../../../../text/terms.ts';

/**
 * Scores of sentences, 0 to 1: centrality (TextRank, Mihalcea and Tarau 2004: sentences that share terms vote for each
 * other), times factors for an early position and overlap with the title. Only the first 200 sentences are scored; the
 * rest get 0.
 */
export function rankSentences(sentences: readonly string[], title: string): readonly number[] {
  const terms = sentences.slice(0, MOST).map((sentence) => new Set(subjectTerms(sentence)));
  const titled = new Set(subjectTerms(title));
  const central = votes(terms);
  const most = central.reduce((top, rank) => Math.max(top, rank), Number.MIN_VALUE);
  return sentences.map((_, place) => {
    const own = terms[place];
    if (own === undefined || own.size < LEAST_TERMS) return 0;
    const inTitle = titled.size === 0 ? 0 : shared(own, titled) / titled.size;
    return ((central[place] ?? 0) / most) * (1 - LATE * (place / sentences.length)) * ((1 + inTitle) / 2);
  });
}

const MOST = 200;
/** Shorter sentences are polite phrases and captions. */
const LEAST_TERMS = 5;
/** Share of the score that the last sentence loses relative to the first. */
const LATE = 0.4;
/** Terms in a larger share of the sentences are common to all and carry no information. */
const COMMON = 0.5;
const FEW = 5;
const DAMPING = 0.85;
const ROUNDS = 20;

/** PageRank of sentences: each one votes for those that it shares terms with. */
function votes(terms: readonly ReadonlySet<string>[]): Float64Array {
  const count = terms.length;
  const near = nearness(terms);
  const given = terms.map((_, row) =>
    near.subarray(row * count, (row + 1) * count).reduce((a, b) => a + b, 0),
  );
  let ranks = new Float64Array(count).fill(1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = new Float64Array(count).fill(1 - DAMPING);
    for (const [voter, total] of given.entries()) {
      if (total === 0) continue;
      const vote = (DAMPING * (ranks[voter] ?? 0)) / total;
      for (let place = 0; place < count; place += 1) {
        next[place] = (next[place] ?? 0) + vote * (near[voter * count + place] ?? 0);
      }
    }
    ranks = next;
  }
  return ranks;
}

/** Number of terms that two sentences share, normalized for their lengths; a sentence of one term says nothing. */
function nearness(terms: readonly ReadonlySet<string>[]): Float64Array {
  const logs = terms.map(({ size }) => (size > 1 ? Math.log(size) : Infinity));
  return sharedTerms(terms).map(
    (shared, at) => shared / ((logs[Math.floor(at / logs.length)] ?? 0) + (logs[at % logs.length] ?? 0)),
  );
}

/** Number of terms that each two sentences share, row by row; counted by term, because most pairs share none. */
function sharedTerms(terms: readonly ReadonlySet<string>[]): Float64Array {
  const count = terms.length;
  const places = new Map<string, number[]>();
  terms.forEach((own, place) => {
    for (const term of own) {
      const known = places.get(term);
      if (known) known.push(place);
      else places.set(term, [place]);
    }
  });
  const near = new Float64Array(count * count);
  for (const held of places.values()) {
    if (held.length > Math.max(FEW, count * COMMON)) continue;
    for (const one of held)
      for (const other of held)
        if (one !== other) near[one * count + other] = (near[one * count + other] ?? 0) + 1;
  }
  return near;
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const term of one) if (other.has(term)) count += 1;
  return count;
}
