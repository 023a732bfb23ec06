import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { ChatReply } from '../contract/chat/chat.ts';
import { openFolder, type Site } from '../test/api/sites/open-site.ts';
import { createFigures } from './fixtures/figures.ts';
import {
  readSmallSites,
  smallSiteFolders,
  writeSmallSite,
  type SiteQuestion,
  type SmallSite,
} from './fixtures/small-sites.ts';

/**
 * Answers without a language model on small sites, asked as a visitor asks: the sites of `bench/fixtures/sites`, half of which are for
 * tuning (of the others only the figures may be looked at), and those of `eval/small-sites` and `eval/everyday-sites`, or of the folders that are named as
 * arguments of this file. DOCENT_BENCH_SHOW=1 lists the questions about sites for tuning that went wrong.
 */
export async function run(folders: readonly string[] = smallSiteFolders): Promise<void> {
  for (const folder of folders) await runFolder(folder);
}

async function runFolder(folder: string): Promise<void> {
  const figures = createFigures(
    folder === 'bench/fixtures/sites' ? 'answer-sites' : `answer-sites ${folder}`,
  );
  const all: Outcome[] = [];
  console.log(
    `${'site'.padEnd(20)}${'use'.padEnd(10)}${'kind'.padEnd(12)}n    right   wrong place  close   not covered`,
  );
  for (const site of await readSmallSites(join(import.meta.dirname, '..', folder))) {
    const content = await writeSmallSite(site);
    const service = await openFolder(content);
    const outcomes = await askSmallSite(site, service);
    await service.close();
    await rm(content, { recursive: true, force: true });
    all.push(...outcomes);
    for (const kind of kinds)
      printRow(
        site.name,
        site.isForTuning,
        kind,
        outcomes.filter(({ question }) => question.kind === kind),
      );
    if (process.env['DOCENT_BENCH_SHOW'] && site.isForTuning) printWrong(outcomes);
  }
  for (const [topic, outcomes] of byTopic(all)) printRow('all', true, topic, outcomes);
  for (const isForTuning of [true, false]) {
    const asked = all.filter((one) => one.site.isForTuning === isForTuning);
    if (asked.length > 0) noteRates(figures, isForTuning ? 'tuning' : 'held out', asked);
  }
  await figures.keep();
}

function noteRates(figures: Figures, use: string, asked: readonly Outcome[]): void {
  const of = (kind: SiteQuestion['kind'], results: readonly Result[]) => {
    const own = asked.filter(({ question }) => question.kind === kind);
    return own.filter(({ result }) => results.includes(result)).length / own.length;
  };
  figures.note(`${use}: answerable, right place quoted`, of('answerable', ['right']), 'share');
  figures.note(`${use}: answerable, wrong place quoted`, of('answerable', ['wrong']), 'share');
  figures.note(`${use}: near-topic, answered`, of('near', ['wrong']), 'share', { atMost: 0.1 });
  figures.note(`${use}: off-topic, answered`, of('off', ['wrong']), 'share', { atMost: 0.03 });
}

/** Outcomes of answerable questions by their topics, where the set names topics. */
const byTopic = (all: readonly Outcome[]) =>
  Map.groupBy(
    all.filter(({ question }) => question.kind === 'answerable' && question.topic !== undefined),
    ({ question }) => question.topic ?? '',
  );

type Figures = ReturnType<typeof createFigures>;

export type Result = 'right' | 'wrong' | 'close' | 'not covered';

interface Outcome {
  readonly site: SmallSite;
  readonly question: SiteQuestion;
  readonly result: Result;
  readonly reply: string;
}

const kinds = ['answerable', 'near', 'off'] as const;
const results = ['right', 'wrong', 'close', 'not covered'] as const;

/** Asks a service over the articles of a small site all questions about it. */
export async function askSmallSite(site: SmallSite, service: Site): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const question of site.questions) {
    const reply = await (question.previous === undefined
      ? service.ask(question.text)
      : service.converse(question.previous, question.text));
    outcomes.push({ site, question, result: resultOf(question, reply), reply: reply.reply ?? '' });
  }
  return outcomes;
}

function resultOf({ kind, expected, article }: SiteQuestion, answer: ChatReply): Result {
  const { answerState, reply = '', citations = [], quotes = [] } = answer;
  if (answerState === 'partial') return 'close';
  if (answerState !== 'answered') return 'not covered';
  if (kind !== 'answerable' || !plain(reply).includes(plain(expected))) return 'wrong';
  const quoted = citations[(quotes[0]?.article ?? 1) - 1];
  return article === undefined || quoted === undefined || quoted.title === article ? 'right' : 'wrong';
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s*_`|\\]+/g, ' ');

function printRow(name: string, isForTuning: boolean, kind: string, outcomes: readonly Outcome[]): void {
  const shares = results.map(
    (result) => outcomes.filter((one) => one.result === result).length / outcomes.length,
  );
  const use = isForTuning ? 'tuning' : 'held out';
  const [right = 0, wrong = 0, close = 0, none = 0] = shares;
  console.log(
    `${name.padEnd(20)}${use.padEnd(10)}${kind.padEnd(12)}${String(outcomes.length).padEnd(5)}${right.toFixed(2).padEnd(8)}${wrong.toFixed(2).padEnd(13)}${close.toFixed(2).padEnd(8)}${none.toFixed(2)}`,
  );
}

function printWrong(outcomes: readonly Outcome[]): void {
  for (const { question, result, reply } of outcomes) {
    const isFine = question.kind === 'answerable' ? result === 'right' : result !== 'wrong';
    if (!isFine)
      console.log(
        `  ${question.kind}: ${question.text} [${result}] ${reply.replace(/\s+/g, ' ').slice(0, 160)}`,
      );
  }
}

if (import.meta.main) await run(process.argv.length > 2 ? process.argv.slice(2) : undefined);
