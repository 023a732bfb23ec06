import { sentences } from '../../../text/sentences.ts';
import { isLone, subjectTerms, termsOf } from '../../../text/terms.ts';

/**
 * Share of a query that each document covers, 0 to 1: half for the whole document, half for its best two neighbouring
 * sentences. Documents come in retrieval's order, which counts too, since it is based on the whole index. Terms are not
 * weighted by rarity among the candidates, because a term of all candidates is the subject. Measured on public question
 * sets, this keeps the first hit within a point or two of retrieval's own.
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

/** Share of retrieval's order in the score, and its decay from rank to rank. */
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
