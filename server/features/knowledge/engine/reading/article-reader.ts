import type { IndexChunk } from '../../../../ports/search-index.ts';
import { guessLanguage, type Language } from '../../../../text/language.ts';
import { foldText } from '../../../../text/text.ts';
import { createAnalyzer } from '../analysis/analyze.ts';
import { createTermCounter, wordTerms } from '../analysis/count-terms.ts';
import { kinds } from '../analysis/term.ts';
import { createTermFrequencies } from '../analysis/term-frequencies.ts';
import type { TermCounts } from '../postings/postings.ts';
import type { TermTable } from '../postings/term-table.ts';

/** What an article's texts say, without vectors. */
export type ReadableChunk = Omit<IndexChunk, 'vector' | 'id' | 'articleId'>;

/** What the index knows of an article besides its terms. */
export interface ReadHead {
  /** Folded. */
  readonly title: string;
  /** The words and characters of the title as term numbers, each once. */
  readonly titleTerms: Uint32Array;
  readonly language: Language;
  /** Distinct terms that were read, about; compaction does its share by it. */
  readonly terms: number;
}

/** Takes the documents of an article: each chunk in reading order, then the article. The arrays are used again afterwards. */
export interface DocumentSink {
  chunk(counts: TermCounts): void;
  article(counts: TermCounts, head: ReadHead): void;
}

/** Reads the texts of articles into counted terms, numbered by one table. */
export interface ArticleReader {
  /** `parts` are the chunks of one article, at least one. */
  read(parts: readonly ReadableChunk[], sink: DocumentSink): void;
  /** Gives back what is remembered of words. */
  forget(): void;
}

/** The weight of a term of a title against one of the text. Headings, tags and keywords count once. */
const TITLE_WEIGHT = 3;

/** Characters of an article from which its language is guessed. */
const LANGUAGE_SAMPLE = 400;

export function createArticleReader(terms: TermTable, onNewWord: (word: string) => void): ArticleReader {
  const bag = createTermFrequencies();
  const about = createTermFrequencies();
  const whole = createTermFrequencies();
  const count = createTermCounter();
  const { analyze, forget } = createAnalyzer(terms, onNewWord);
  return {
    read(parts, sink) {
      const [first] = parts;
      if (first === undefined) return;
      about.clear();
      whole.clear();
      analyze(first.title, TITLE_WEIGHT, about);
      const titleTerms = wordTerms(about);
      for (const tag of first.tags) analyze(tag, 1, about);
      for (const part of parts) {
        bag.clear();
        analyze(part.text, 1, bag);
        whole.addAll(bag, kinds.pair);
        for (const extra of [...part.headingPath, ...(part.keywords ?? [])]) analyze(extra, 1, bag);
        bag.addAll(about);
        sink.chunk(count(bag, kinds.wordPair));
      }
      whole.addAll(about, kinds.pair);
      for (const heading of new Set(parts.flatMap((part) => part.headingPath))) analyze(heading, 1, whole);
      sink.article(count(whole, kinds.pair), {
        title: foldText(first.title),
        titleTerms,
        language: guessLanguage(`${first.title} ${first.text.slice(0, LANGUAGE_SAMPLE)}`),
        terms: whole.size + parts.length * bag.size,
      });
    },
    forget,
  };
}
