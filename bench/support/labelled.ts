import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { SupportPassage } from '../../server/text/support/evidence.ts';
import { pagesIn, testSites } from '../fixtures/page-files.ts';
import { readSmallSites } from '../fixtures/small-sites.ts';
import { chunksOf, folder, readLines } from '../retrieval/sets.ts';

/** A labelled statement about an article of a question set. */
export interface Labelled {
  readonly id: string;
  readonly site: string;
  readonly lang: string;
  readonly article: string;
  readonly question?: string;
  readonly statement: string;
  readonly supported: boolean;
  readonly kind: string;
  /** The sentences of the article that support or contradict it, where there are any. */
  readonly basis?: readonly string[];
}

/** A labelled statement with the passages of its article. */
export interface Case extends Labelled {
  readonly passages: readonly SupportPassage[];
}

/** Folder of the labelled statements: `eval/marks` of the project, or DOCENT_BENCH_MARKS. */
const statementsFolder = process.env['DOCENT_BENCH_MARKS'] ?? join(import.meta.dirname, '../../eval/marks');

/**
 * The statements that weights and thresholds are learned from, whose articles are there, in the order of their files; those of `near`, a
 * sentence of the page but for one change, come last.
 */
export const readCases = async (): Promise<Case[]> => [
  ...(await casesIn(statementsFolder)),
  ...(await casesIn(join(statementsFolder, 'near'))),
];

/** The statements on which figures are reported; nothing is learned or chosen by them. */
export const readReported = (): Promise<Case[]> => casesIn(join(statementsFolder, 'reported'));

async function casesIn(statements: string): Promise<Case[]> {
  if (!existsSync(statements)) return [];
  const files = readdirSync(statements)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted();
  const labelled = files.flatMap((name) => readLines<Labelled>(join(statements, name)));
  const sites = new Map<string, ReadonlyMap<string, () => readonly SupportPassage[]>>();
  for (const site of new Set(labelled.map((one) => one.site))) sites.set(site, await articlesOf(site));
  return labelled.flatMap((one) => {
    const article = sites.get(one.site)?.get(one.article);
    return article === undefined ? [] : [{ ...one, passages: article() }];
  });
}

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The passages of each article of a site, made when first asked for. */
async function articlesOf(site: string): Promise<ReadonlyMap<string, () => readonly SupportPassage[]>> {
  const file = join(folder, site, 'corpus.jsonl');
  const [, made, language] = /^((?:small|everyday)-sites)-(\w+)$/.exec(site) ?? [];
  const articles =
    made && language
      ? await madePages(made, language)
      : site.startsWith('test-sites-')
        ? testPages()
        : existsSync(file)
          ? readLines<Article>(file)
          : [];
  return new Map(
    articles.map((article) => {
      let passages: readonly SupportPassage[] | undefined;
      const make = () =>
        (passages ??= chunksOf(article).map(({ title, headingPath, text }) => ({
          article: 1,
          title,
          headingPath,
          text,
        })));
      return [article.id, make];
    }),
  );
}

/** The pages of all made sites of a folder of `eval` in a language, named by site and title. */
async function madePages(made: string, language: string): Promise<Article[]> {
  const sites = await readSmallSites(join(import.meta.dirname, '../../eval', made));
  return sites
    .filter(({ name }) => name.endsWith(`-${language}`))
    .flatMap(({ name, articles }) =>
      articles.map((page) => {
        const [, title = '', text = ''] = /^# (.*)\n([^]*)$/.exec(page) ?? [];
        return { id: `${name}/${title}`, title, text };
      }),
    );
}

/** The pages of the made sites that the tests serve, named by site and page. */
const testPages = (): Article[] =>
  readdirSync(testSites)
    .filter((name) => statSync(join(testSites, name)).isDirectory())
    .flatMap((name) => pagesIn(join(testSites, name)).map((page) => ({ ...page, id: `${name}/${page.id}` })));
