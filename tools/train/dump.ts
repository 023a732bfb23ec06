import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesIn, testSites } from '../../bench/fixtures/page-files.ts';
import { chunksOf, corpusOf, folder, readLines, type Query } from '../../bench/retrieval/sets.ts';
import { readSmallSites, smallSiteFolders, type SiteQuestion } from '../../bench/fixtures/small-sites.ts';
import { embeddedText } from '../../server/features/knowledge/cutting/cut-article.ts';
import { createEngine } from '../../server/search/engine.ts';
import { coverageSignals } from '../../server/features/knowledge/retrieval/coverage.ts';
import {
  createMeaningSearch,
  type MeaningSignals,
} from '../../server/features/knowledge/retrieval/meaning/meaning-search.ts';
import { passageVector } from '../../server/features/knowledge/retrieval/meaning/passage-order.ts';
import type { StoredChunk } from '../../server/features/knowledge/store.ts';
import type { IndexChunk, RankSignals, Subject } from '../../server/ports/search-index.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';
import { cosine } from '../../server/text/word-vectors/word-table.ts';
import { segmentsOfRight, type KnownPlace, type PickedSegment } from './right-segments.ts';
import type { VectorsOf } from './vectors.ts';

/** A question with its candidates. */
export interface Asked {
  readonly set: string;
  readonly kind: 'covered' | 'near' | 'off';
  readonly text: string;
  readonly subject: Subject;
  readonly candidates: readonly Candidate[];
  /** The segments of the first article that answers, where the set says which of them do. */
  readonly segments: readonly PickedSegment[];
}

export interface Candidate {
  readonly article: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  readonly signals: RankSignals;
  /** Cosine with the question by the table of words; 0 without it. */
  readonly likeness: number;
  /** True for a passage of an article that answers. */
  readonly isRight: boolean;
  /** True for one that also holds the words of the answer, where the set has them. */
  readonly holdsAnswer: boolean;
  readonly isNeutral: boolean;
}

/** Candidates of a question that are kept. */
const MOST = 100;

/** The sets whose questions were written by readers of a whole site: each is held out in turn. */
export const siteSets = [
  'site-howtocook-zh',
  'site-handbook-en',
  'site-koishi-zh',
  'site-k8s-zh',
  'site-rustblog-en',
];

/** Sets that only train and are reported beside: passages of encyclopaedias, and questions of a form. */
export const otherSets = ['zh-cmrc', 'en-squad', 'en-covid-faq'];

interface Site {
  readonly name: string;
  readonly articles: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly questions: readonly (Query & KnownPlace & { readonly kindOf: Asked['kind'] })[];
}

/** Asks every question of a set of the folder of sets. */
export async function dumpSet(name: string, vectorsOf?: VectorsOf): Promise<readonly Asked[]> {
  const file = (part: string) => join(folder, name, part);
  // Without a set the weights would be others, and nothing would tell.
  if (!existsSync(file('queries.jsonl')))
    throw new Error(`No question set ${name} in ${folder}; DOCENT_BENCH_QUESTIONS names the folder of sets`);
  const covered = readLines<Query & KnownPlace>(file('queries.jsonl'));
  const questions = [
    ...covered.map((query) => ({ ...query, kindOf: 'covered' as const })),
    ...readLines<Query>(file('queries_noanswer.jsonl')).map((query) => ({
      ...query,
      kindOf: query.kind === 'site-does-not-cover' ? ('off' as const) : ('near' as const),
    })),
  ];
  return dump({ name, articles: readLines(corpusOf(name)), questions }, vectorsOf);
}

/** Asks the questions of the small sites of the project that may be learned from, but those that need the question before them. */
export async function dumpSmallSites(vectorsOf?: VectorsOf): Promise<readonly Asked[]> {
  const sites = (
    await Promise.all(smallSiteFolders.map((part) => readSmallSites(join(project, part))))
  ).flat();
  const asked = sites
    .filter(({ isForTuning }) => isForTuning)
    .map(({ name, articles, questions }) => {
      const all = articles.map((text, at) => {
        const [heading = '', ...lines] = text.split('\n');
        return { id: String(at), title: heading.slice(2), text: lines.join('\n') };
      });
      const rightOf = ({ article, expected }: SiteQuestion) =>
        all.filter(({ title, text }) =>
          article === undefined ? spaced(text).includes(spaced(expected)) : title === article,
        );
      const own = questions
        .filter(({ previous }) => previous === undefined)
        .map((question): Site['questions'][number] => {
          const isCovered = question.kind === 'answerable';
          return {
            text: question.text,
            lang: '',
            kindOf: isCovered ? 'covered' : question.kind === 'near' ? 'near' : 'off',
            relevant: isCovered ? rightOf(question).map(({ id }) => id) : [],
            answers: isCovered ? [question.expected] : [],
          };
        });
      return dump({ name, articles: all, questions: own }, vectorsOf);
    });
  return (await Promise.all(asked)).flat();
}

/** Asks the first questions about the handbook, the sample site, in both languages. */
export function dumpHandbook(): Promise<readonly Asked[]> {
  return dump({
    name: 'handbook',
    articles: ['en', 'zh'].flatMap((language) => pagesIn(join(project, 'handbook', language))),
    questions: ['questions.txt', 'everyday.txt'].flatMap((file) =>
      placedQuestions(readFileSync(join(project, 'eval/handbook', file), 'utf8')),
    ),
  });
}

/** Asks the questions about the made sites that the tests serve; those that need the question before them are left out. */
export async function dumpTestSites(vectorsOf?: VectorsOf): Promise<readonly Asked[]> {
  const lines = readFileSync(join(testSites, 'questions.txt'), 'utf8').trim().split('\n');
  const bySite = Map.groupBy(
    lines.filter((line) => !line.includes(' >> ')),
    (line) => line.slice(0, line.indexOf(': ')),
  );
  const asked = Array.from(bySite, ([name, own]) =>
    dump(
      {
        name,
        articles: pagesIn(join(testSites, name)),
        questions: placedQuestions(own.map((line) => line.slice(name.length + 2)).join('\n')),
      },
      vectorsOf,
    ),
  );
  return (await Promise.all(asked)).flat();
}

/** A question in a language that no dictionary joins with that of the pages, and what was found by the meaning of words. */
export interface AskedByMeaning {
  readonly language: string;
  readonly kind: Asked['kind'];
  readonly candidates: readonly {
    readonly article: string;
    readonly isRight: boolean;
    readonly signals: MeaningSignals;
  }[];
}

/** Asks the questions of `eval/other-languages` about the English pages of the handbook. */
export async function dumpOtherLanguages(vectorsOf?: VectorsOf): Promise<readonly AskedByMeaning[]> {
  const pages = pagesIn(join(project, 'handbook/en'));
  const chunks = new Map(pages.map((page) => [page.id, chunksOf(page)]));
  const engine = createEngine();
  const passages = await vectorsOf?.([...chunks.values()].flat().map(textOf), 'passage');
  const withVector = (chunk: IndexChunk) => {
    const vector = passages?.get(textOf(chunk));
    return vector === undefined ? chunk : { ...chunk, vector };
  };
  await engine.load(Array.from(chunks, ([articleId, own]) => ({ articleId, chunks: own.map(withVector) })));
  const titles = new Map(pages.map((page) => [page.id, page]));
  const search = createMeaningSearch({
    live: {
      generation: { generation: 1 },
      heads: { of: async () => titles, titles: async () => titles },
    },
    store: {
      chunksOf: async (_, ids) =>
        new Map(ids.map((id) => [id, (chunks.get(id) ?? []).map((chunk) => storedChunk(chunk))])),
    },
  });
  const lines = readFileSync(join(project, 'eval/other-languages/questions.txt'), 'utf8').trim().split('\n');
  const vectors = await vectorsOf?.(
    placedQuestions(lines.map((line) => line.slice(4)).join('\n')).map(({ text }) => text),
    'query',
  );
  return Promise.all(
    lines.map(async (line): Promise<AskedByMeaning> => {
      const [question] = placedQuestions(line.slice(4));
      const text = question?.text ?? '';
      const queryVector = vectors?.get(text);
      const { hits } = engine.retrieve({
        question: withoutGrammar(text, line.slice(0, 2)),
        topK: 20,
        ...(queryVector && { queryVector }),
      });
      const found = await search(text, hits, { signal: new AbortController().signal });
      return {
        language: line.slice(0, 2),
        kind: question?.relevant.length === 0 ? 'off' : 'covered',
        candidates: found.map(({ articleId, signals }) => ({
          article: articleId,
          isRight: question?.relevant.includes(articleId) ?? false,
          signals,
        })),
      };
    }),
  );
}

const storedChunk = ({ id, text, headingPath }: IndexChunk): StoredChunk => ({
  identity: id,
  index: 0,
  text,
  headingPath,
  anchor: '',
  tokens: 0,
  keywords: [],
  vectorKey: '',
});

/** Lines `question => article#section | article#section`; what no page answers is `nowhere`. */
const placedQuestions = (lines: string): Site['questions'] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', places = ''] = line.split(' => ');
      const found = places === 'nowhere' ? [] : places.split(' | ').map((place) => place.split('#'));
      return {
        text,
        lang: '',
        kindOf: places === 'nowhere' ? 'near' : 'covered',
        relevant: found.map(([article = '']) => article),
        anchors: found.flatMap(([, anchor]) => anchor ?? []),
      };
    });

const project = join(import.meta.dirname, '../..');

const spaced = (text: string): string => text.toLowerCase().replace(/[\s*_`|\\]+/g, ' ');

/** Asks the questions of a site; with vectors where `vectorsOf` is given. */
async function dump({ name, articles, questions }: Site, vectorsOf?: VectorsOf): Promise<readonly Asked[]> {
  const indexed = articles.map((article) => ({ articleId: article.id, chunks: chunksOf(article) }));
  const chunks = new Map(indexed.flatMap((one) => one.chunks.map((chunk) => [chunk.id, chunk])));
  const table = await shippedWords();
  const tableVectors = new Map<string, Float32Array>();
  const likenessOf = (asked: Float32Array | undefined, chunk: IndexChunk | undefined): number => {
    if (!table || !asked || !chunk) return 0;
    const vector = tableVectors.get(chunk.id) ?? passageVector(table, chunk);
    tableVectors.set(chunk.id, vector);
    return cosine(asked, vector);
  };
  const engine = createEngine();
  await engine.load(indexed);
  const searched = ({ text }: Query) => withoutGrammar(text, guessLanguage(text));
  let vectors: ReadonlyMap<string, Float32Array> = new Map();
  if (vectorsOf) {
    const passages = await vectorsOf([...chunks.values()].map(textOf), 'passage');
    for (const { articleId, chunks: own } of indexed)
      engine.replaceArticle(
        articleId,
        own.map((chunk) => {
          const vector = passages.get(textOf(chunk));
          return vector === undefined ? chunk : { ...chunk, vector };
        }),
      );
    vectors = await vectorsOf(
      questions.map(({ text }) => text),
      'query',
    );
  }
  return questions.map((query) => {
    const queryVector = vectors.get(query.text);
    const found = engine.retrieve({
      question: searched(query),
      topK: MOST,
      ...(queryVector && { queryVector }),
    });
    const asked = table?.embed(query.text);
    const answers = (query.answers ?? []).map(bare).filter((answer) => answer !== '');
    const right = found.hits.find(({ articleId }) => query.relevant.includes(articleId))?.articleId;
    const article = articles.find(({ id }) => id === right);
    const own = found.hits.flatMap((hit) => {
      const chunk = hit.articleId === right ? chunks.get(hit.chunkId) : undefined;
      return chunk === undefined ? [] : [{ ...chunk, signals: hit.signals }];
    });
    return {
      set: name,
      kind: query.kindOf,
      text: query.text,
      subject: found.subject,
      segments: article === undefined ? [] : segmentsOfRight(query.text, article, own, query, table),
      candidates: found.hits.map(({ articleId, chunkId, signals }) => {
        const { title = '', headingPath = [], text = '' } = chunks.get(chunkId) ?? {};
        const isRight = query.relevant.includes(articleId);
        return {
          article: articleId,
          title,
          headingPath,
          text,
          signals,
          likeness: likenessOf(asked, chunks.get(chunkId)),
          isRight,
          holdsAnswer: isRight && answers.some((answer) => bare(text).includes(answer)),
          isNeutral: query.neutral?.includes(articleId) ?? false,
        };
      }),
    };
  });
}

const textOf = ({ title, headingPath, text }: IndexChunk): string => embeddedText(title, headingPath, text);

/** The coverage signals of a question whose candidates have been ranked. */
export const signalsOf = (
  { subject, text }: Asked,
  ranked: readonly (Candidate & { readonly score: number })[],
) =>
  coverageSignals(
    subject,
    ranked.map(({ article, ...passage }) => ({ articleId: article, ...passage })),
    text,
  );

const bare = (text: string): string => text.toLowerCase().replace(/[\p{P}\p{S}\s]/gu, '');
