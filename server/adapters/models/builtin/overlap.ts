import { sentences } from '../../../text/sentences.ts';
import { isLone, subjectTerms, termsOf } from './terms.ts';

/**
 * How much of a query each document covers, 0 to 1: half for the document as a whole, half for its best two
 * neighbouring sentences. Documents come in the order retrieval found them, and that order, made with the figures of
 * the whole index, weighs in. Terms are not weighed by rarity among the candidates: what all of them share is the
 * subject. Measured on public question sets, this keeps the first hit within a point or two of retrieval's own.
 */
export function overlap(query: string, documents: readonly string[]): readonly number[] {
  const wanted = [...new Set(subjectTerms(query))];
  const all = wanted.reduce((sum, term) => sum + weightOf(term), 0);
  const covered = (terms: ReadonlySet<string>) =>
    all === 0 ? 0 : wanted.reduce((sum, term) => sum + (terms.has(term) ? weightOf(term) : 0), 0) / all;
  return documents.map((document, place) => {
    const found = 1 / (1 + PLACE * place);
    return (
      ((covered(new Set(termsOf(document))) + closest(document, covered)) / 2) * (1 - FOUND + FOUND * found)
    );
  });
}

/** How much of the score the order of retrieval decides, and how fast it falls from place to place. */
const FOUND = 0.5;
const PLACE = 0.2;
const LONE = 0.5;

const weightOf = (term: string) => (isLone(term) ? LONE : 1);

/** The best cover by two neighbouring sentences. */
function closest(document: string, covered: (terms: ReadonlySet<string>) => number): number {
  const terms = sentences(document).map(({ text }) => termsOf(text));
  const pairs = terms.map((own, place) => new Set([...own, ...(terms[place + 1] ?? [])]));
  return pairs.reduce((best, pair) => Math.max(best, covered(pair)), 0);
}
