import type { PassagePlace, TermCount } from '../../ports/candidates.ts';
import type { Language } from '../../text/language.ts';
import { createDirectory, type Directory } from '../postings/directory.ts';
import type { Structures } from '../postings/inverted-index.ts';
import { createPostings, type Postings } from '../postings/postings.ts';
import type { TermTable } from '../postings/term-table.ts';
import { engineVectors } from './engine-vectors.ts';
import { engineVocabulary } from './engine-words.ts';
import { termHash } from './packed-article.ts';
import { placeKey, type Candidates, type FoundArticle } from './needs.ts';
import { termKey } from './statistics.ts';
import { recordWanted, recordSearch } from './wanted.ts';

/**
 * An index over the candidates for a question with the statistics of the whole site, so that a query finds what it would find in an
 * index over all articles.
 */
export function candidateStructures(candidates: Candidates): Structures {
  const { statistics, gathered } = candidates;
  const { totals } = statistics;
  const [chunks, articles] = [createPostings(), createPostings()];
  const directory = createDirectory();
  const places: PassagePlace[] = [];
  const documents = new Map<string, number>();
  const { table } = gathered;
  const hashes = Uint32Array.from({ length: table.size }, (_, term) =>
    termHash(table.high(term), table.low(term)),
  );
  for (const article of gathered.articles.values()) {
    const numbers = addArticle(article, { chunks, articles, directory, table, hashes });
    numbers.forEach((document, nth) => {
      const place = { articleId: article.articleId, seq: article.seq, nth };
      places[document] = place;
      documents.set(placeKey(place), document);
    });
  }
  const counts: (TermCount | undefined)[] = [];
  const countOf = (term: number) =>
    (counts[term] ??= statistics.countOfTerm(table.high(term), table.low(term)));
  return {
    terms: knownTerms(candidates),
    chunks: withStatistics(chunks, {
      total: totals.passages,
      averageLength: totals.passageLengths / Math.max(1, totals.passages),
      frequency: (term) => countOf(term)?.passages ?? 0,
    }),
    articles: withStatistics(articles, {
      total: totals.articles,
      averageLength: totals.articleLengths / Math.max(1, totals.articles),
      frequency: (term) => countOf(term)?.articles ?? 0,
    }),
    directory: {
      ...directory,
      get articleOf() {
        return directory.articleOf;
      },
      get bytes() {
        return directory.bytes;
      },
      articlesIn: (language) => totals.languages.find(([name]) => name === language)?.[1] ?? 0,
      languagesByFrequency: () => totals.languages.map(([language]) => language as Language),
      titled(text) {
        if (text !== '') recordSearch(candidates, { kind: 'titled', text });
        return directory.titled(text);
      },
    },
    vocabulary: engineVocabulary(candidates),
    vectors: engineVectors(candidates, { places, documents }),
    wanted: (wanted) => recordWanted(candidates, wanted),
  };
}

/** Assigns numbers to the terms of the site as a query asks for them; records statistics that are missing. */
function knownTerms({ statistics, gathered, needs }: Candidates): TermTable {
  const { table } = gathered;
  return {
    ...table,
    get size() {
      return table.size;
    },
    get bytes() {
      return table.bytes;
    },
    find(high, low) {
      const found = table.find(high, low);
      if (found >= 0) return found;
      const count = statistics.countOfTerm(high, low);
      if (count === undefined) needs.counts.set(termKey({ high, low }), { high, low });
      if (count === undefined || count.passages + count.articles === 0) return -1;
      if (gathered.articles.size > 0) needs.hasNewTerms = true;
      return table.intern(high, low);
    },
  };
}

interface Target {
  readonly chunks: Postings;
  readonly articles: Postings;
  readonly directory: Directory;
  readonly table: TermTable;
  /** Of each term of the table. */
  readonly hashes: Uint32Array;
}

/** Adds the terms of the question that an article has; returns the numbers of its passages. */
function addArticle({ articleId, packed }: FoundArticle, into: Target): readonly number[] {
  const { chunks, articles, directory, table, hashes } = into;
  const { head } = packed;
  const whole = createCounted();
  const parts = head.passages.map(createCounted);
  packed.postings(hashes, (term, passage, count) => {
    const counted = passage < 0 ? whole : parts[passage];
    counted?.terms.push(term);
    counted?.counts.push(count);
  });
  const article = articles.add(toCounts(whole, head.length, 1));
  const numbers = parts.map((part, at) =>
    chunks.add(toCounts(part, head.passages[at]?.length ?? 0, head.passages[at]?.norm ?? 1)),
  );
  directory.add(
    { article, chunks: numbers },
    {
      id: articleId,
      title: head.title,
      titleTerms: titleTerms(head.titleTerms, table),
      language: head.language as Language,
    },
    head.passages.map(({ id }) => id),
  );
  return numbers;
}

interface Counted {
  readonly terms: number[];
  readonly counts: number[];
}

const createCounted = (): Counted => ({ terms: [], counts: [] });

const toCounts = ({ terms, counts }: Counted, length: number, norm: number) => ({
  size: terms.length,
  terms: new Uint32Array(terms),
  counts: new Uint32Array(counts),
  length,
  norm,
});

/** The terms of a title as numbers; terms that are not in the question share one number and only add to the length. */
function titleTerms(keys: readonly number[], table: TermTable): Uint32Array {
  return Uint32Array.from({ length: keys.length / 2 }, (_, at) => {
    const term = table.find(keys[2 * at] ?? 0, keys[2 * at + 1] ?? 0);
    return term < 0 ? NOT_ASKED : term;
  });
}

/** Number of a term that is not in the question; above every real number. */
const NOT_ASKED = 0xffffffff;

/** Postings of the candidates with the statistics of all documents. */
function withStatistics(
  own: Postings,
  whole: Pick<Postings, 'total' | 'averageLength' | 'frequency'>,
): Postings {
  return {
    ...own,
    ...whole,
    averageLength: Math.max(1, whole.averageLength),
    alive: whole.total,
    get limit() {
      return own.limit;
    },
    get bytes() {
      return own.bytes;
    },
    get changes() {
      return own.changes;
    },
    get lengths() {
      return own.lengths;
    },
    get norms() {
      return own.norms;
    },
    get states() {
      return own.states;
    },
  };
}
