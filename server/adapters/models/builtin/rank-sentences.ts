import { subjectTerms } from './terms.ts';

/**
 * The weight of each sentence in its text, 0 to 1: how central it is (TextRank, Mihalcea and Tarau 2004: sentences that
 * share terms vote for each other), times how early it stands and how much of the title it holds.
 * Looks at the first 200 sentences; later ones weigh 0.
 */
export function rankSentences(sentences: readonly string[], title: string): readonly number[] {
  const terms = sentences.slice(0, MOST).map((sentence) => new Set(subjectTerms(sentence)));
  const titled = new Set(subjectTerms(title));
  const central = votes(terms);
  const most = Math.max(...central, Number.MIN_VALUE);
  return sentences.map((_, place) => {
    const own = terms[place];
    if (own === undefined || own.size < LEAST_TERMS) return 0;
    const inTitle = titled.size === 0 ? 0 : shared(own, titled) / titled.size;
    return ((central[place] ?? 0) / most) * (1 - LATE * (place / sentences.length)) * ((1 + inTitle) / 2);
  });
}

const MOST = 200;
/** Shorter sentences are courtesies and captions. */
const LEAST_TERMS = 5;
/** How much of its weight the last sentence loses to the first. */
const LATE = 0.4;
const DAMPING = 0.85;
const ROUNDS = 20;

function votes(terms: readonly ReadonlySet<string>[]): number[] {
  const near = terms.map((one, row) =>
    terms.map((other, column) => (row === column ? 0 : similarity(one, other))),
  );
  const given = near.map((row) => row.reduce((sum, value) => sum + value, 0));
  let ranks = terms.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    ranks = ranks.map((_, place) => {
      let received = 0;
      for (let voter = 0; voter < ranks.length; voter += 1) {
        const total = given[voter] ?? 0;
        if (total > 0) received += ((near[voter]?.[place] ?? 0) / total) * (ranks[voter] ?? 0);
      }
      return 1 - DAMPING + DAMPING * received;
    });
  }
  return ranks;
}

/** Shared terms, against the advantage of long sentences. */
const similarity = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size < 2 || other.size < 2 ? 0 : shared(one, other) / (Math.log(one.size) + Math.log(other.size));

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const term of one) if (other.has(term)) count += 1;
  return count;
}
