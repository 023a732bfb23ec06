import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { openWords } from '../server/text/word-vectors/shipped-words.ts';
import { cosine, type WordTable } from '../server/text/word-vectors/word-table.ts';
import { createFigures, measured } from './fixtures/figures.ts';
import { measure, type Quality } from './retrieval/metrics.ts';
import { readSet, type Query, type QuestionSet } from './retrieval/sets.ts';

/**
 * The built-in table of words: how well its vectors rank articles alone and beside the search without a model, on the sets of
 * `retrieval/sets.ts`, and across languages on help pages (`tools/word-table/help_sets.py` writes them; DOCENT_BENCH_HELP names their
 * folder); what opening it, a question and a passage cost. The share of the vectors in the blend is fitted on all site sets but the one
 * that is measured.
 */
export async function run(): Promise<void> {
  const figures = createFigures('word-vectors');
  const opening = await measured(() => openWords()());
  const table = opening.result;
  if (table === undefined) return console.log('no table of words');
  figures.note('opening the table', opening.cpuMs, 'ms CPU', { atMost: 150 });
  const { sites, others } = setNames();
  console.log(
    `${'set'.padEnd(28)}  n    search  hit@5   MRR   | vectors hit@5   MRR   | blend   hit@5   MRR   | first ten of the search anew`,
  );
  const measuredSites = await rankAll(sites, table);
  const shares = measuredSites.map((own) =>
    fittedShare(measuredSites.filter((one) => one !== own).map(({ rankings }) => rankings)),
  );
  const rows = measuredSites.map(({ name, rankings }, at) => printRow(name, rankings, shares[at] ?? 0));
  const share = fittedShare(measuredSites.map(({ rankings }) => rankings));
  const crossing = (await rankAll(others, table)).map(({ name, rankings }) => ({
    name,
    ...printRow(name, rankings, share),
  }));
  const mean = (pick: (row: Row) => number) => rows.reduce((sum, row) => sum + pick(row), 0) / rows.length;
  if (rows.length > 0) {
    figures.note(
      'sites, search alone: hit@1',
      mean(({ search }) => search.hit1),
      'share',
    );
    figures.note(
      'sites, vectors alone: hit@1',
      mean(({ vectors }) => vectors.hit1),
      'share',
    );
    figures.note(
      'sites, blend, its share fitted on other sites: hit@1',
      mean(({ blend }) => blend.hit1),
      'share',
    );
    figures.note(
      'sites, search alone: MRR@10',
      mean(({ search }) => search.mrr10),
      'share',
    );
    figures.note(
      'sites, blend: MRR@10',
      mean(({ blend }) => blend.mrr10),
      'share',
    );
    figures.note(
      'sites, first ten of the search anew: hit@1',
      mean(({ anew }) => anew.hit1),
      'share',
    );
    figures.note('share of the vectors, fitted on all sites', share, 'share');
  }
  const unjoined = crossing.filter(({ name }) =>
    ['fr', 'de', 'es', 'ja'].some((one) => name === `help-${one}-en`),
  );
  for (const way of ['search', 'vectors', 'blend'] as const)
    if (unjoined.length > 0)
      figures.note(
        `questions in fr, de, es, ja over English pages, ${way}: hit@1`,
        unjoined.reduce((sum, row) => sum + row[way].hit1, 0) / unjoined.length,
        'share',
      );
  for (const { name, texts } of measuredSites)
    if (costly.includes(name)) await noteCosts(figures, table, name, texts);
  await figures.keep();
}

interface Rankings {
  readonly query: Query;
  /** Scores of articles by the search without a model. */
  readonly found: ReadonlyMap<string, number>;
  /** Cosines of articles, those of their best passages. */
  readonly near: ReadonlyMap<string, number>;
}

interface Measured {
  readonly name: string;
  readonly rankings: readonly Rankings[];
  readonly texts: Readonly<Record<'passage' | 'question', readonly string[]>>;
}

/** Sites for which the time of a text is measured, one in each language. */
const costly = ['site-k8s-zh', 'site-rustblog-en'];

interface Row {
  readonly search: Quality;
  readonly vectors: Quality;
  readonly blend: Quality;
  readonly anew: Quality;
}

function setNames(): { readonly sites: readonly string[]; readonly others: readonly string[] } {
  const help = process.env['DOCENT_BENCH_HELP'];
  const pages = help !== undefined && existsSync(help) ? readdirSync(help).toSorted() : [];
  return {
    sites: ['site-howtocook-zh', 'site-handbook-en', 'site-koishi-zh', 'site-k8s-zh', 'site-rustblog-en'],
    others: ['xling-zh-en', 'xling-en-zh', ...pages.map((name) => join(help ?? '', name))],
  };
}

async function rankAll(names: readonly string[], table: WordTable) {
  const all: Measured[] = [];
  for (const name of names) {
    const set = await readSet(name);
    if (set === undefined) console.log(`${name}: skipped, no such set`);
    else
      all.push({
        name: basename(name),
        rankings: rank(set, table),
        texts: {
          passage: [...set.chunks.values()].map(passageText),
          question: set.queries.map(({ text }) => text),
        },
      });
  }
  return all;
}

function rank({ engine, chunks, queries }: QuestionSet, table: WordTable): readonly Rankings[] {
  const vectors = [...chunks.values()].map((chunk) => ({
    articleId: chunk.articleId,
    vector: table.embed(passageText(chunk)),
  }));
  return queries.map((query) => {
    const near = new Map<string, number>();
    const asked = table.embed(query.text);
    for (const { articleId, vector } of vectors)
      near.set(articleId, Math.max(near.get(articleId) ?? -1, cosine(asked, vector)));
    const found = new Map<string, number>();
    for (const { articleId, score } of engine.retrieve({ question: query.text, topK: DEEP }).hits)
      found.set(articleId, Math.max(found.get(articleId) ?? 0, score));
    return { query, found, near };
  });
}

const passageText = (chunk: {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}) => `${[chunk.title, ...chunk.headingPath].join(' > ')}\n${chunk.text}`;

/** Chunks asked for: enough for twenty different articles. */
const DEEP = 400;

/** Score of the search and cosine above the question's mean, each as a share of its highest, weighed together. */
function blended({ found, near }: Rankings, share: number): Map<string, number> {
  const mean = [...near.values()].reduce((sum, one) => sum + one, 0) / near.size;
  const highest = Math.max(...near.values()) - mean || 1;
  const top = Math.max(...found.values()) || 1;
  return new Map(
    [...near].map(([id, value]) => [
      id,
      ((found.get(id) ?? 0) / top) * (1 - share) + ((value - mean) / highest) * share,
    ]),
  );
}

const order = (scores: ReadonlyMap<string, number>): string[] =>
  [...scores].toSorted(([, one], [, other]) => other - one).map(([id]) => id);

function qualityOf(all: readonly Rankings[], rankingOf: (one: Rankings) => readonly string[]): Quality {
  return measure(
    all.map((one) => ({
      ranking: rankingOf(one),
      relevant: one.query.relevant,
      neutral: one.query.neutral ?? [],
    })),
  );
}

/** The share, in tenths, with which the sets are ranked best. */
function fittedShare(sets: readonly (readonly Rankings[])[]): number {
  const worth = (share: number) =>
    sets.reduce((sum, all) => {
      const { hit1, mrr10 } = qualityOf(all, (one) => order(blended(one, share)));
      return sum + hit1 + mrr10;
    }, 0);
  const shares = Array.from({ length: 10 }, (_, tenth) => tenth / 10);
  return (
    shares.map((share) => ({ share, worth: worth(share) })).toSorted((a, b) => b.worth - a.worth)[0]?.share ??
    0
  );
}

function printRow(name: string, all: readonly Rankings[], share: number): Row {
  const row = {
    search: qualityOf(all, ({ found }) => order(found)),
    vectors: qualityOf(all, ({ near }) => order(near)),
    blend: qualityOf(all, (one) => order(blended(one, share))),
    anew: qualityOf(all, (one) => {
      const scores = blended(one, share);
      const first = order(one.found);
      const ten = first.slice(0, 10).toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
      return [...ten, ...first.slice(10)];
    }),
  };
  const cells = [row.search, row.vectors, row.blend].map(({ hit1, hit5, mrr10 }) =>
    [hit1, hit5, mrr10].map((value) => value.toFixed(3).padEnd(8)).join(''),
  );
  console.log(
    `${name.padEnd(28)} ${String(all.length).padEnd(5)} ${cells.join('| ')}| ${row.anew.hit1.toFixed(3)}  share ${share}`,
  );
  return row;
}

async function noteCosts(
  figures: ReturnType<typeof createFigures>,
  table: WordTable,
  name: string,
  texts: Measured['texts'],
): Promise<void> {
  for (const [what, times] of [
    ['passage', 1],
    ['question', 100],
  ] as const) {
    const own = texts[what];
    for (const text of own) table.embed(text);
    const { cpuMs } = await measured(() => {
      for (let time = 0; time < times; time++) for (const text of own) table.embed(text);
    });
    figures.note(`${name}: a ${what}`, (cpuMs / (own.length * times)) * 1000, 'µs CPU');
  }
}

if (import.meta.main) await run();
