import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { ChatReply } from '../contract/chat/chat.ts';
import { openFolder, type Site } from '../test/api/sites/open-site.ts';
import { createFigures } from './fixtures/figures.ts';
import { corpusOf, folder, readLines, type Query } from './retrieval/sets.ts';

/**
 * Answers and search results without a language model on real sites that are read from a folder outside the project (see
 * `retrieval/sets.ts`), asked as visitors ask: the article that a visitor sees first, how often an answer is claimed, and how often
 * the claim comes from a right article. DOCENT_BENCH_SHOW=1 prints the outcome of each question, DOCENT_BENCH_SITES names sites.
 */
export async function run(): Promise<void> {
  const figures = createFigures('site-answers');
  const sites = chosenSites();
  const all = await askSites(sites, (content) => openFolder(content));
  if (all.length === 0) return;
  const rates = ratesOf(all);
  const mean = (pick: (rates: Rates) => number) => {
    const values = sites.map((site) => pick(ratesOf(all.filter((one) => one.site === site))));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  figures.note(
    'article first seen in chat is right (hit@1, mean of sites)',
    mean(({ chatFirst }) => chatFirst),
    'share',
  );
  figures.note(
    'MRR@10 of chat, mean of sites',
    mean(({ chatMrr }) => chatMrr),
    'share',
  );
  figures.note(
    'first result of the search box is right (hit@1, mean)',
    mean(({ boxFirst }) => boxFirst),
    'share',
  );
  figures.note(
    'MRR@10 of the search box, mean of sites',
    mean(({ boxMrr }) => boxMrr),
    'share',
  );
  figures.note('covered: answered from a right article', rates.right, 'share', { atLeast: 0.46 });
  figures.note('covered: answered from a wrong article', rates.wrong, 'share', { atMost: 0.06 });
  figures.note('near-topic: presented as answered', rates.near, 'share', { atMost: 0.2 });
  figures.note('off-topic: presented as answered', rates.off, 'share', { atMost: 0.03 });
  await figures.keep();
}

/** The sites that DOCENT_BENCH_SITES names, or all. */
export const chosenSites = (): readonly string[] =>
  process.env['DOCENT_BENCH_SITES']?.split(',') ?? siteNames;

/** Asks all questions of these sites, with a printed row for each site and for all; nothing where there is no such site. */
export async function askSites(
  names: readonly string[],
  open: Parameters<typeof askAll>[1],
): Promise<readonly Outcome[]> {
  printHead();
  const all: Outcome[] = [];
  for (const name of names) {
    const outcomes = await askAll(name, open);
    all.push(...outcomes);
    if (outcomes.length > 0) printRow(name, outcomes);
  }
  if (all.length > 0) printRow('all', all);
  return all;
}

const siteNames = [
  'site-howtocook-zh',
  'site-handbook-en',
  'site-koishi-zh',
  'site-k8s-zh',
  'site-rustblog-en',
];

type Kind = 'covered' | 'near' | 'off';

interface Outcome {
  readonly site: string;
  readonly kind: Kind;
  readonly query: Query;
  readonly state: string;
  /** The article that is quoted, of an answer. */
  readonly quoted: string | undefined;
  /** Articles in the order in which a visitor sees them. */
  readonly seen: readonly string[];
  /** Articles in the order of the search box. */
  readonly box: readonly string[];
}

/** Asks a service over the articles of a site all questions of the site; no site, no outcome. */
async function askAll(name: string, open: (content: string) => Promise<Site>): Promise<Outcome[]> {
  if (!existsSync(corpusOf(name))) {
    console.log(`${name}: skipped, no such site in ${folder}`);
    return [];
  }
  const ids = readLines<{ readonly id: string }>(corpusOf(name)).map(({ id }) => id);
  const content = await writeCorpus(name);
  const site = await open(content);
  try {
    const outcomes: Outcome[] = [];
    for (const [kind, queries] of questionsOf(join(folder, name)))
      for (const query of queries)
        outcomes.push(
          await ask(site, { name, kind, query }, (postId) => ids[Number.parseInt(postId, 10)] ?? ''),
        );
    return outcomes;
  } finally {
    await site.close();
    await rm(content, { recursive: true, force: true });
  }
}

/** A folder of the site's articles, each in a file named after its number. */
async function writeCorpus(name: string): Promise<string> {
  const content = await mkdtemp(join(tmpdir(), 'docent-corpus-'));
  const articles = readLines<{ readonly title: string; readonly text: string }>(corpusOf(name));
  for (const [number, { title, text }] of articles.entries())
    await writeFile(join(content, `${number}.md`), `---\ntitle: ${JSON.stringify(title)}\n---\n${text}\n`);
  return content;
}

async function ask(
  site: Site,
  { name, kind, query }: { readonly name: string; readonly kind: Kind; readonly query: Query },
  idOf: IdOf,
): Promise<Outcome> {
  const reply = await site.ask(query.text);
  const found = await site.search(query.text);
  const unlike = (ids: readonly string[]) => [...new Set(ids.filter((id) => !query.neutral?.includes(id)))];
  const outcome: Outcome = {
    site: name,
    kind,
    query,
    state: reply.answerState ?? 'failed',
    quoted: quotedArticle(reply, idOf),
    seen: unlike(seenArticles(reply, idOf)),
    box: unlike(found.map(({ postId }) => idOf(postId))),
  };
  if (process.env['DOCENT_BENCH_SHOW'])
    console.log(
      JSON.stringify({
        text: query.text,
        kind,
        state: outcome.state,
        relevant: query.relevant,
        quoted: outcome.quoted,
        seen: outcome.seen.slice(0, 4),
        box: outcome.box.slice(0, 4),
      }),
    );
  return outcome;
}

/** The article of the corpus that an id of the service means. */
type IdOf = (postId: string) => string;

function quotedArticle(
  { answerState, citations = [], quotes = [] }: ChatReply,
  idOf: IdOf,
): string | undefined {
  if (answerState !== 'answered') return undefined;
  const article = citations[(quotes[0]?.article ?? 1) - 1];
  return article && idOf(article.postId);
}

function seenArticles(reply: ChatReply, idOf: IdOf): string[] {
  const quoted = quotedArticle(reply, idOf);
  const others = [...(reply.places ?? []), ...(reply.citations ?? []), ...(reply.nearest ?? [])].map(
    ({ postId }) => idOf(postId),
  );
  return quoted === undefined ? others : [quoted, ...others];
}

function questionsOf(path: string): readonly (readonly [Kind, readonly Query[]])[] {
  const unanswerable = readLines<Query>(join(path, 'queries_noanswer.jsonl'));
  const isOff = ({ kind }: Query) => kind !== 'near-topic';
  return [
    ['covered', readLines<Query>(join(path, 'queries.jsonl'))],
    ['near', unanswerable.filter((query) => !isOff(query))],
    ['off', unanswerable.filter(isOff)],
  ];
}

interface Rates {
  readonly n: number;
  readonly chatFirst: number;
  readonly chatMrr: number;
  readonly boxFirst: number;
  readonly boxMrr: number;
  readonly right: number;
  readonly wrong: number;
  readonly partial: number;
  readonly near: number;
  readonly off: number;
}

const columns = ['chat hit@1', 'MRR', 'box hit@1', 'MRR', 'right', 'wrong', 'partial', 'near', 'off'];

export function ratesOf(outcomes: readonly Outcome[]): Rates {
  const covered = outcomes.filter(({ kind }) => kind === 'covered');
  const share = (of: readonly Outcome[], isSo: (one: Outcome) => boolean) =>
    of.length === 0 ? Number.NaN : of.filter(isSo).length / of.length;
  const answeredOf = (kind: Kind) =>
    share(
      outcomes.filter((one) => one.kind === kind),
      ({ state }) => state === 'answered',
    );
  const isRelevant = ({ query }: Outcome, id: string | undefined) =>
    id !== undefined && query.relevant.includes(id);
  const mrr = (pick: (one: Outcome) => readonly string[]) =>
    covered.reduce((sum, one) => {
      const rank = pick(one)
        .slice(0, 10)
        .findIndex((id) => isRelevant(one, id));
      return sum + (rank < 0 ? 0 : 1 / (rank + 1));
    }, 0) / covered.length;
  return {
    n: covered.length,
    chatFirst: share(covered, (one) => isRelevant(one, one.seen[0])),
    chatMrr: mrr(({ seen }) => seen),
    boxFirst: share(covered, (one) => isRelevant(one, one.box[0])),
    boxMrr: mrr(({ box }) => box),
    right: share(covered, (one) => sourceOf(one) === 'right'),
    wrong: share(covered, (one) => sourceOf(one) === 'wrong'),
    partial: share(covered, ({ state }) => state === 'partial'),
    near: answeredOf('near'),
    off: answeredOf('off'),
  };
}

/** Whether the article that is quoted is a right one; `none` where nothing is. */
export const sourceOf = ({ quoted, query }: Outcome): 'right' | 'neutral' | 'wrong' | 'none' => {
  if (quoted === undefined) return 'none';
  if (query.relevant.includes(quoted)) return 'right';
  return query.neutral?.includes(quoted) ? 'neutral' : 'wrong';
};

const printHead = (): void => console.log(`${'site'.padEnd(20)} n    ${columns.join('  ')}`);

function printRow(name: string, outcomes: readonly Outcome[]): void {
  const { n, ...rates } = ratesOf(outcomes);
  const cells = Object.values(rates).map((value, at) => value.toFixed(3).padStart(columns[at]?.length ?? 0));
  console.log(`${name.padEnd(20)} ${String(n).padEnd(4)} ${cells.join('  ')}`);
}

if (import.meta.main) await run();
