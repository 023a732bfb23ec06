import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pagesIn } from '../../bench/fixtures/page-files.ts';
import { folder, readLines } from '../../bench/retrieval/sets.ts';
import { CuratedFields } from '../../contract/curated-answers/entry-fields.ts';
import type { Entry } from '../../server/features/curated-answers/entry.ts';
import { siteSets } from './dump.ts';

/** A curated answer, and other wordings of its questions by persons. */
interface Topic {
  readonly entry: Entry;
  readonly wordings: readonly string[];
  /** Names answers that answer the same, such as one in another language. */
  readonly subject: string;
}

export interface Site {
  readonly name: string;
  readonly articles: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly topics: readonly Topic[];
  /** Questions that no article answers. */
  readonly unanswered: readonly string[];
}

export const project = join(import.meta.dirname, '../..');
const curated = (name: string) =>
  readFileSync(join(project, 'eval/curated-answers', name), 'utf8').split('\n');

interface Query {
  readonly id: string;
  readonly text: string;
  readonly relevant: readonly string[];
  readonly reference?: string;
}

const entryOf = (
  id: string,
  questions: readonly string[],
  answer: string,
  sources: readonly string[],
): Entry => ({
  ...CuratedFields.parse({ questions, answer: answer.slice(0, 8000) }),
  id,
  revision: 1,
  updatedAt: 1,
  reviewedAt: 1,
  known: Object.fromEntries(sources.map((source) => [source, { id: source, revision: '' }])),
});

const handed = Map.groupBy(
  curated('handed-sites.txt').filter((line) => !line.startsWith('#') && line.includes(': ')),
  (line) => line.slice(0, line.indexOf(': ')),
);

const handedSites = siteSets.map((name): Site => {
  const file = (part: string) => join(folder, name, part);
  return {
    name,
    articles: readLines(file('corpus.jsonl')),
    topics: readLines<Query>(file('queries.jsonl')).map(({ id, text, relevant, reference = '' }) => ({
      entry: entryOf(id, [text], reference, relevant),
      wordings: (handed.get(id) ?? []).map((line) => line.slice(id.length + 2)),
      subject: id,
    })),
    unanswered: readLines<Query>(file('queries_noanswer.jsonl')).map(({ text }) => text),
  };
});

/** Questions of a public office with other wordings by persons. */
function faqSite(): Site {
  const articles = readLines<Site['articles'][number]>(join(folder, 'en-covid-faq/corpus.jsonl'));
  const wordings = Map.groupBy(
    readLines<Query>(join(folder, 'en-covid-faq/queries.jsonl')),
    ({ relevant }) => relevant[0] ?? '',
  );
  return {
    name: 'en-covid-faq',
    articles,
    topics: articles.map(({ id, title, text }) => ({
      entry: entryOf(id, [title], text, [id]),
      wordings: (wordings.get(id) ?? []).map((query) => query.text),
      subject: title,
    })),
    unanswered: [],
  };
}

/** The topics of files of `eval/curated-answers`; those of one file have their counterparts at the same places of the next. */
const topicsOf = (names: readonly string[]): Topic[] =>
  names.flatMap((name) =>
    curated(`${name}.txt`)
      .join('\n')
      .split('\n\n')
      .map((block) => block.split('\n'))
      .filter((lines) => lines.some((line) => line.startsWith('> ')))
      .map((lines, place) => {
        const marked = (mark: string) =>
          lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
        return {
          entry: entryOf(`${name}-${place}`, marked('= '), marked('> ').join(' '), marked('@ ')),
          wordings: marked('- '),
          subject: name === 'en' || name === 'zh' ? String(place) : `${name}-${place}`,
        };
      }),
  );

/** The sites with curated answers that are learned from. */
export const sites: readonly Site[] = [
  ...handedSites,
  faqSite(),
  {
    name: 'handbook',
    articles: ['en', 'zh'].flatMap((language) => pagesIn(join(project, 'handbook', language))),
    topics: topicsOf(['en', 'zh']),
    unanswered: [],
  },
  {
    name: 'shop and club',
    articles: [],
    topics: topicsOf(['bike-shop.en', 'photo-club.zh']),
    unanswered: [],
  },
];

export const questionsOf = ({ topics, unanswered }: Site) => [
  ...topics.flatMap(({ entry }) => entry.questions),
  ...unanswered,
];
/** Questions that sound like a known question and ask something else, by that question; nothing is learned from them. */
export const nearSame: ReadonlyMap<string, readonly string[]> = new Map(
  curated('near-same.txt')
    .join('\n')
    .split('\n= ')
    .slice(1)
    .map((block) => block.split('\n'))
    .map(([known = '', ...lines]) => [
      known,
      lines.filter((line) => line.startsWith('- ')).map((line) => line.slice(2)),
    ]),
);

/** Questions of other texts. */
export const otherTexts = readdirSync(folder)
  .filter((name) => !sites.some((site) => site.name === name))
  .flatMap((name) => ['queries.jsonl', 'queries_noanswer.jsonl'].map((part) => join(folder, name, part)))
  .filter((path) => existsSync(path))
  .flatMap((path) => readLines<Query>(path).map(({ text }) => text));
