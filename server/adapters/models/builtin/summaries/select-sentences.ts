import { subjectTerms } from '../../../../text/terms.ts';

/**
 * Selects the best sentences that fit into `maxLength` UTF-16 units together, in their order; one that mostly repeats a
 * selected sentence is skipped.
 */
export function selectSentences(
  sentences: readonly string[],
  weights: readonly number[],
  maxLength: number,
): readonly string[] {
  const best = weights.reduce((most, weight) => Math.max(most, weight), 0);
  const byWeight = sentences
    .map((sentence, place) => ({ sentence, place, weight: weights[place] ?? 0 }))
    .filter(({ weight }) => weight > LEAST_SHARE * best)
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place);
  const chosen: { sentence: string; place: number; terms: ReadonlySet<string> }[] = [];
  let length = 0;
  for (const { sentence, place } of byWeight) {
    if (length + sentence.length + 1 > maxLength + 1) continue;
    const terms = new Set(subjectTerms(sentence));
    if (chosen.some((other) => repeats(terms, other.terms))) continue;
    chosen.push({ sentence, place, terms });
    length += sentence.length + 1;
  }
  return chosen.toSorted((a, b) => a.place - b.place).map(({ sentence }) => sentence);
}

/** Sentences below this share of the best score are skipped. */
const LEAST_SHARE = 0.4;

/** Sentences as running text. */
export const joined = (sentences: readonly string[]): string =>
  sentences.reduce(
    (text, sentence) => (text === '' ? sentence : `${text}${separatorAfter(text)}${sentence}`),
    '',
  );

const repeats = (terms: ReadonlySet<string>, known: ReadonlySet<string>) =>
  [...terms].filter((term) => known.has(term)).length > 0.7 * terms.size;

/**
 * Separator between a text and its continuation on the line: nothing after Chinese characters and punctuation, else a
 * blank.
 */
const separatorAfter = (text: string): '' | ' ' =>
  /[\u3000-\u9FFF\uFF00-\uFFEF]["'”’]*$/.test(text) ? '' : ' ';
