import type { IndexChunk } from '../../ports/search-index.ts';
import { guessLanguage, type Language } from '../../text/language.ts';
import { stemLanguage } from '../../text/morphology/stem.ts';
import { withoutNumber } from '../../text/question/headings.ts';
import { foldText } from '../../text/text.ts';
import type { TermCounts } from '../postings/postings.ts';
import type { Analyzer } from './analyze.ts';
import { createTermCounter, wordTerms } from './count-terms.ts';
import { createTermFrequencies } from './term-frequencies.ts';
import { kinds } from './term.ts';

/** Analysis of an article besides the terms of its chunks. */
export interface ReadArticle {
  readonly title: string;
  readonly titleTerms: Uint32Array;
  readonly language: Language;
  /** The terms of the whole article, valid until the next article is read. */
  readonly whole: TermCounts;
  /** Approximate number of terms that it adds to an index. */
  readonly size: number;
}

/** Reads articles with one analyzer. */
export function createArticleReader(analyze: Analyzer['analyze']) {
  const shared = createBags();
  const count = createTermCounter();

  /** Yields the terms of each chunk in arrays that the next one reuses. */
  function* readParts(
    parts: readonly IndexChunk[],
    { about, whole, name, bag }: Bags,
    take: (terms: TermCounts) => unknown,
  ): Generator<undefined, ReadArticle | undefined> {
    const [first] = parts;
    if (first === undefined) return undefined;
    const language = guessLanguage(sampleOf(first.title, parts));
    const stems = stemLanguage(language);
    about.clear();
    whole.clear();
    analyze(first.title, TITLE_WEIGHT, about, stems);
    name.clear();
    analyze(withoutNumber(first.title), 1, name, stems);
    const titleTerms = wordTerms(name);
    for (const tag of first.tags) analyze(tag, 1, about, stems);
    for (const part of parts) {
      bag.clear();
      analyze(part.text, 1, bag, stems);
      whole.addAll(bag, kinds.pair);
      for (const extra of [...part.headingPath, ...(part.keywords ?? [])]) analyze(extra, 1, bag, stems);
      bag.addAll(about);
      take(count(bag, kinds.wordPair));
      yield;
    }
    whole.addAll(about, kinds.pair);
    for (const heading of new Set(parts.flatMap((part) => part.headingPath)))
      analyze(heading, 1, whole, stems);
    return {
      title: foldText(first.title),
      titleTerms,
      language,
      whole: count(whole, kinds.pair),
      size: whole.size + parts.length * bag.size,
    };
  }

  return {
    /** Reads an article; `take` gets the terms of each chunk in arrays that the next one reuses. `undefined` for one without chunks. */
    readAtOnce(parts: readonly IndexChunk[], take: (terms: TermCounts) => unknown): ReadArticle | undefined {
      const reading = readParts(parts, shared, take);
      let step = reading.next();
      while (step.done !== true) step = reading.next();
      return step.value;
    },
    /** The same, returning the terms of all chunks; `turn` is awaited between chunks, and other articles may be read meanwhile. */
    async readInTurns(parts: readonly IndexChunk[], turn: () => Promise<void>) {
      const documents: TermCounts[] = [];
      const reading = readParts(parts, createBags(), (terms) => documents.push(copyOf(terms)));
      let step = reading.next();
      for (; step.done !== true; step = reading.next()) await turn();
      const read = step.value && { ...step.value, whole: copyOf(step.value.whole) };
      return { documents, read };
    },
  };
}

/** Weight of a title term relative to a term of the text. Headings, tags and keywords count once. */
const TITLE_WEIGHT = 3;

/** Bags for the terms of one article at a time. */
const createBags = () => ({
  /** Terms of its title and tags. */
  about: createTermFrequencies(),
  /** Terms of the whole article. */
  whole: createTermFrequencies(),
  name: createTermFrequencies(),
  /** Terms of one chunk. */
  bag: createTermFrequencies(),
});

type Bags = ReturnType<typeof createBags>;

const copyOf = ({ size, terms, counts, ...numbers }: TermCounts): TermCounts => ({
  ...numbers,
  size,
  terms: terms.slice(0, size),
  counts: counts.slice(0, size),
});

/** Characters of an article from which its language is guessed. */
const LANGUAGE_SAMPLE = 400;

/** The beginning of an article: the first passage alone may be a list of names, which shows no language. */
function sampleOf(title: string, parts: readonly IndexChunk[]): string {
  let sample = title;
  for (const { text } of parts) {
    if (sample.length >= LANGUAGE_SAMPLE) break;
    sample += ` ${text.slice(0, LANGUAGE_SAMPLE)}`;
  }
  return sample;
}
