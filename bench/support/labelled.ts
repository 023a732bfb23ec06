import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { SupportPassage } from '../../server/text/support/evidence.ts';
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

/** The sites that weights and threshold are learned on; figures are reported on the others. */
export const fittedSites: ReadonlySet<string> = new Set([
  'en-covid-faq',
  'site-handbook-en',
  'site-howtocook-zh',
  'site-koishi-zh',
  'zh-cmrc',
]);

/** All labelled statements whose articles are there, in the order of their files. */
export function readCases(): Case[] {
  if (!existsSync(statementsFolder)) return [];
  const files = readdirSync(statementsFolder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted();
  const labelled = files.flatMap((name) => readLines<Labelled>(join(statementsFolder, name)));
  const sites = new Map(
    [...new Set(labelled.map(({ site }) => site))].map((site) => [site, articlesOf(site)]),
  );
  return labelled.flatMap((one) => {
    const article = sites.get(one.site)?.get(one.article);
    return article === undefined ? [] : [{ ...one, passages: article() }];
  });
}

/** The passages of each article of a site, made when first asked for. */
function articlesOf(site: string): ReadonlyMap<string, () => readonly SupportPassage[]> {
  const file = join(folder, site, 'corpus.jsonl');
  if (!existsSync(file)) return new Map();
  const articles = readLines<{ readonly id: string; readonly title: string; readonly text: string }>(file);
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
