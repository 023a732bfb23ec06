import { guessLanguage, type Language } from '../language.ts';
import { sentences } from '../sentences.ts';
import { contentOf, longestStatement, plainText, type Content } from './content.ts';

/** The parts of a passage that support depends on. */
export interface SupportPassage {
  readonly article: number;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}

/** A sentence of a passage. */
export interface EvidenceSentence {
  readonly passage: number;
  /** As written in the passage, in Markdown. */
  readonly text: string;
  readonly content: () => Content;
  /** Terms of the title and the headings above. */
  readonly context: ReadonlySet<string>;
  readonly contextText: string;
  /** Index of the sentence that introduces the list of which this one is an item. */
  readonly leadIn: number | undefined;
  readonly index: number;
}

/** The sentences of an article, by their terms. */
export interface Evidence {
  readonly language: Language;
  readonly sentences: readonly EvidenceSentence[];
  /** Indexes of the sentences with each term or quantity. */
  readonly holding: ReadonlyMap<string, readonly number[]>;
  /** The same by pairs of neighbouring characters of scripts without blanks, whose word boundaries are ambiguous. */
  readonly holdingPair: ReadonlyMap<string, readonly number[]>;
  /** Weight of a term; rarer terms weigh more. */
  readonly weight: (term: string) => number;
  /** The text of the article in lower case. */
  readonly folded: () => string;
}

/** Maximum of sentences read per article; longer texts are not articles. */
const maxSentences = 4_000;

/** Sentences at the end of a passage that the next one may repeat. */
const repeated = 8;

export function evidenceOf(passages: readonly SupportPassage[]): Evidence {
  const language = guessLanguage(
    passages
      .map(({ text }) => text.slice(0, sample))
      .join('\n')
      .slice(0, 4 * sample),
  );
  const found: EvidenceSentence[] = [];
  const holding = new Map<string, number[]>();
  const holdingPair = new Map<string, number[]>();
  let lastUnits: readonly string[] = [];
  passages.forEach((passage, number) => {
    const contextText = [passage.title, ...passage.headingPath].join('\n');
    const context = contentOf(contextText, language).terms;
    let leadIn: number | undefined;
    const units = unitsOf(passage.text);
    // A passage may begin with the end of a sentence of the one before, which alone may say something else.
    const [first] = units;
    const isTorn =
      first !== undefined && lastUnits.some((unit) => unit.length > first.length && unit.endsWith(first));
    lastUnits = units.slice(-repeated);
    for (const text of isTorn ? units.slice(1) : units) {
      if (found.length >= maxSentences) break;
      const index = found.length;
      const content = contentOf(text, language);
      if (content.tokens.length === 0) continue;
      const isItem = /^\s*(?:[-*+]|\d{1,3}[.)、]|\|)\s?/.test(text);
      if (!isItem) leadIn = undefined;
      found.push({
        passage: number,
        text,
        content: () => content,
        context,
        contextText,
        leadIn,
        index,
      });
      if (/[:：]\s*$/.test(text)) leadIn = index;
      for (const term of content.terms) note(holding, term, index);
      for (const value of valuesOf(content)) note(holding, value, index);
      for (const pair of pairsOf(content)) note(holdingPair, pair, index);
    }
  });
  let folded: string | undefined;
  return {
    language,
    sentences: found,
    holding,
    holdingPair,
    weight: (term) => Math.log(1 + (found.length + 1) / ((holding.get(term)?.length ?? 0) + 1)),
    folded: () =>
      (folded ??= [...new Set(found.map(({ contextText }) => contextText)), ...found.map(({ text }) => text)]
        .join('\n')
        .toLowerCase()),
  };
}

function note(places: Map<string, number[]>, key: string, index: number): void {
  const known = places.get(key);
  if (known) known.push(index);
  else places.set(key, [index]);
}

/** The firm quantities of a text as terms. */
export const valuesOf = ({ quantities }: Content): ReadonlySet<string> =>
  new Set(quantities.filter(({ isWeak }) => !isWeak).map(({ value }) => `#${value}`));

/** Pairs of neighbouring characters in the words of dense scripts. */
export const pairsOf = ({ tokens }: Content): ReadonlySet<string> => {
  const pairs = new Set<string>();
  let before = '';
  for (const { word, isDense, isContent } of tokens) {
    const signs = isDense && isContent ? Array.from(before.slice(-1) + word) : [];
    signs.slice(1).forEach((sign, index) => pairs.add(`${signs[index]}${sign}`));
    before = isDense && isContent ? word : '';
  }
  return pairs;
};

/** Characters of a passage from which its language is guessed. */
const sample = 400;

/** Splits a text into sentences, table rows and lines of code; long ones are split further. */
function unitsOf(text: string): string[] {
  return sentences(text).flatMap(({ text: unit }) => {
    if ((/^[\s:|-]+$/.test(unit) && unit.includes('--')) || plainText(unit).trim() === '') return [];
    return unit.length <= longestStatement ? [unit] : (unit.match(parts) ?? []);
  });
}

const parts = new RegExp(`[^]{1,${longestStatement}}`, 'g');
