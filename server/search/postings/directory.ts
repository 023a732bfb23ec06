import type { Language } from '../../text/language.ts';
import {
  inTurns,
  numberSection,
  readNumbers,
  readTexts,
  textSections,
  type SavedSections,
  type SnapshotSection,
} from '../sections.ts';
import { widen } from './term-table.ts';

/** Maps document numbers of the postings to chunks and articles. */
export interface Directory {
  /** The article's number of a chunk's number. */
  readonly articleOf: Uint32Array;
  /** Folded titles by article number, empty for numbers without an article. */
  readonly titles: readonly string[];
  /** The words and characters of each title by article number, as term numbers, each once. */
  readonly titleTerms: readonly Uint32Array[];
  /** The language of each article by number, guessed from its beginning. */
  readonly languages: readonly Language[];
  readonly bytes: number;
  /** The number of articles in the language. */
  articlesIn(language: Language): number;
  /** The languages of articles, the most frequent first. */
  languagesByFrequency(): readonly Language[];
  chunkId(chunk: number): string;
  articleId(article: number): string;
  /** The numbers of an article's chunks in reading order. */
  chunksOf(article: number): readonly number[];
  /** The articles that have a term in their title. */
  titledWith(term: number): readonly number[];
  /** The articles whose folded title holds a text. */
  titled(text: string): number[];
  entry(articleId: string): Entry | undefined;
  add(entry: Entry, head: ArticleNames, chunkIds: readonly string[]): void;
  remove(articleId: string): Entry | undefined;
  /** A snapshot of the current state, to be saved. */
  capture(): SnapshotSection[];
}

/** An article's number and those of its chunks in reading order. */
export interface Entry {
  readonly article: number;
  readonly chunks: readonly number[];
}

export interface ArticleNames {
  readonly id: string;
  /** Folded. */
  readonly title: string;
  readonly titleTerms: Uint32Array;
  readonly language: Language;
}

export function createDirectory(owners: Uint32Array<ArrayBuffer> = new Uint32Array(64)): Directory {
  const entries = new Map<string, Entry>();
  const articleIds: string[] = [];
  const titles: string[] = [];
  const titleTerms: Uint32Array[] = [];
  const byTitleTerm = new Map<number, number[]>();
  const languages: Language[] = [];
  const languageCounts = new Map<Language, number>();
  const chunkIds: string[] = [];
  let articleOf = owners;
  /** All titles joined into one text, so that finding a word takes one search; rebuilt after a change. */
  let joined: JoinedTitles | undefined;

  const countLanguage = (language: Language, change: number) =>
    languageCounts.set(language, (languageCounts.get(language) ?? 0) + change);

  return {
    get articleOf() {
      return articleOf;
    },
    titles,
    titleTerms,
    languages,
    get bytes() {
      return 2 * (chunkIds.length * CHUNK_ID_LENGTH + titles.reduce((sum, title) => sum + title.length, 0));
    },
    articlesIn: (language) => languageCounts.get(language) ?? 0,
    languagesByFrequency: () =>
      [...languageCounts]
        .filter(([, count]) => count > 0)
        .toSorted(([, a], [, b]) => b - a)
        .map(([language]) => language),
    chunkId: (chunk) => chunkIds[chunk] ?? '',
    articleId: (article) => articleIds[article] ?? '',
    chunksOf: (article) => entries.get(articleIds[article] ?? '')?.chunks ?? [],
    titledWith: (term) => byTitleTerm.get(term) ?? [],
    titled(text) {
      joined ??= joinTitles(titles);
      return titlesWith(joined, text);
    },
    entry: (articleId) => entries.get(articleId),
    add(entry, head, ids) {
      const { article, chunks } = entry;
      joined = undefined;
      entries.set(head.id, entry);
      fill(articleIds, article, '');
      fill(titles, article, '');
      fill(titleTerms, article, NO_TERMS);
      fill<Language>(languages, article, 'other');
      articleIds[article] = head.id;
      titles[article] = head.title;
      titleTerms[article] = head.titleTerms;
      for (const term of head.titleTerms) {
        const titled = byTitleTerm.get(term);
        if (titled) titled.push(article);
        else byTitleTerm.set(term, [article]);
      }
      languages[article] = head.language;
      countLanguage(head.language, 1);
      chunks.forEach((chunk, index) => {
        if (chunk >= articleOf.length) articleOf = widen(articleOf, 2 * chunk + 1);
        articleOf[chunk] = article;
        fill(chunkIds, chunk, '');
        chunkIds[chunk] = ids[index] ?? '';
      });
    },
    remove(articleId) {
      const entry = entries.get(articleId);
      if (entry === undefined) return undefined;
      entries.delete(articleId);
      joined = undefined;
      titles[entry.article] = '';
      for (const term of titleTerms[entry.article] ?? []) {
        const others = byTitleTerm.get(term)?.filter((article) => article !== entry.article) ?? [];
        if (others.length > 0) byTitleTerm.set(term, others);
        else byTitleTerm.delete(term);
      }
      titleTerms[entry.article] = NO_TERMS;
      countLanguage(languages[entry.article] ?? 'other', -1);
      for (const chunk of entry.chunks) chunkIds[chunk] = '';
      return entry;
    },
    capture() {
      const lists = flattened(entries);
      return [
        numberSection(sections.articles, lists.articles),
        numberSection(sections.sizes, lists.sizes),
        numberSection(sections.chunks, lists.chunks),
        // Removed chunks count in the statistics until compaction, so their articles are kept until then.
        numberSection(sections.owners, articleOf.slice()),
        ...textSections(sections.ids, articleIds.slice()),
        ...textSections(sections.chunkIds, chunkIds.slice()),
        ...textSections(sections.titles, titles.slice()),
        ...textSections(sections.languages, languages.slice()),
        ...listSections(sections.titleTerms, titleTerms.slice()),
      ];
    },
  };
}

/** The entries as arrays: number and size of each article, and the numbers of all chunks. */
function flattened(entries: ReadonlyMap<string, Entry>) {
  const articles = new Uint32Array(entries.size);
  const sizes = new Uint32Array(entries.size);
  const chunks: number[] = [];
  let index = 0;
  for (const entry of entries.values()) {
    articles[index] = entry.article;
    sizes[index++] = entry.chunks.length;
    for (const chunk of entry.chunks) chunks.push(chunk);
  }
  return { articles, sizes, chunks: Uint32Array.from(chunks) };
}

/** Lists are replaced, never modified, so they are joined only when they are saved. */
const listSections = (name: string, lists: readonly Uint32Array[]): SnapshotSection[] => [
  numberSection(
    `${name} sizes`,
    Uint32Array.from(lists, ({ length }) => length),
  ),
  {
    name,
    *blocks() {
      for (let at = 0; at < lists.length; at += LISTS)
        yield Buffer.concat(
          lists
            .slice(at, at + LISTS)
            .map((list) => new Uint8Array(list.buffer, list.byteOffset, list.byteLength)),
        );
    },
  },
];

const LISTS = 5_000;

/** Restores a saved directory. */
export async function restoreDirectory(saved: SavedSections): Promise<Directory> {
  const articles = await readNumbers(saved, sections.articles);
  const sizes = await readNumbers(saved, sections.sizes);
  const chunks = await readNumbers(saved, sections.chunks);
  const owners = await readNumbers(saved, sections.owners);
  const ids = await readTexts(saved, sections.ids);
  const chunkIds = await readTexts(saved, sections.chunkIds);
  const titles = await readTexts(saved, sections.titles);
  const languages = await readTexts(saved, sections.languages);
  const titleSizes = await readNumbers(saved, `${sections.titleTerms} sizes`);
  const titleTerms = await readNumbers(saved, sections.titleTerms);
  const termStarts = startsOf(titleSizes);
  const chunkStarts = startsOf(sizes);
  if (chunkStarts.at(-1) !== chunks.length || termStarts.at(-1) !== titleTerms.length)
    throw new RangeError('the saved articles and their chunks do not fit together');
  const directory = createDirectory(owners);
  await inTurns(articles.length, (index) => {
    const article = articles[index] ?? 0;
    const own = [...chunks.subarray(chunkStarts[index], chunkStarts[index + 1])];
    const head = {
      id: ids[article] ?? '',
      title: titles[article] ?? '',
      titleTerms: titleTerms.slice(termStarts[article], termStarts[article + 1]),
      language: (languages[article] ?? 'other') as Language,
    };
    directory.add(
      { article, chunks: own },
      head,
      own.map((chunk) => chunkIds[chunk] ?? ''),
    );
  });
  return directory;
}

/** The start of each list in the joined list, and the end of the last. */
function startsOf(sizes: Uint32Array): Uint32Array {
  const starts = new Uint32Array(sizes.length + 1);
  sizes.forEach((size, index) => (starts[index + 1] = (starts[index] ?? 0) + size));
  return starts;
}

const sections = {
  articles: 'article numbers',
  sizes: 'article sizes',
  chunks: 'chunk numbers',
  owners: 'article of each chunk',
  ids: 'article ids',
  chunkIds: 'chunk ids',
  titles: 'titles',
  languages: 'languages',
  titleTerms: 'title terms',
} as const;

/** Numbers may arrive in any order; an array with holes would be slow to read. */
function fill<T>(list: T[], upTo: number, value: T): void {
  while (list.length < upTo) list.push(value);
}

interface JoinedTitles {
  readonly text: string;
  /** The start of each article's title. */
  readonly starts: Uint32Array;
}

function joinTitles(titles: readonly string[]): JoinedTitles {
  const starts = new Uint32Array(titles.length);
  let at = 0;
  titles.forEach((title, article) => {
    starts[article] = at;
    at += title.length + BORDER.length;
  });
  return { text: titles.join(BORDER), starts };
}

/** Separator of titles: no keyword contains it. */
const BORDER = '\n';

function titlesWith({ text, starts }: JoinedTitles, wanted: string): number[] {
  const found: number[] = [];
  if (wanted === '' || wanted.includes(BORDER)) return found;
  for (let at = text.indexOf(wanted); at >= 0;) {
    const article = lastUpTo(starts, at);
    found.push(article);
    const next = starts[article + 1];
    at = next === undefined ? -1 : text.indexOf(wanted, next);
  }
  return found;
}

/** Index of the last number that is not above `value`; the numbers are ascending. */
function lastUpTo(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}

const NO_TERMS = new Uint32Array(0);
const CHUNK_ID_LENGTH = 24;
