import { rm } from 'node:fs/promises';
import process from 'node:process';
import type { ChatReply } from '../contract/chat/chat.ts';
import { openFolder } from '../test/api/sites/open-site.ts';
import { createFigures } from './fixtures/figures.ts';
import { readSmallSites, writeSmallSite, type SiteQuestion, type SmallSite } from './fixtures/small-sites.ts';

/**
 * Answers without a language model on small sites, asked as a visitor asks. Half of the sites are for tuning; of the others only the
 * figures may be looked at. DOCENT_BENCH_SHOW=1 lists the questions about sites for tuning that went wrong.
 */
export async function run(): Promise<void> {
  const figures = createFigures('answer-sites');
  const all: Outcome[] = [];
  console.log(
    `${'site'.padEnd(20)}${'use'.padEnd(10)}${'kind'.padEnd(12)}n    right   wrong place  close   not covered`,
  );
  for (const site of await readSmallSites()) {
    const outcomes = await askAll(site);
    all.push(...outcomes);
    for (const kind of kinds) printRow(site, kind, outcomes);
    if (process.env['DOCENT_BENCH_SHOW'] && site.isForTuning) printWrong(outcomes);
  }
  for (const [use, isForTuning] of [
    ['tuning', true],
    ['held out', false],
  ] as const) {
    const of = (kind: SiteQuestion['kind'], results: readonly Result[]) => {
      const own = all.filter((one) => one.site.isForTuning === isForTuning && one.question.kind === kind);
      return own.filter(({ result }) => results.includes(result)).length / own.length;
    };
    figures.note(`${use}: answerable, right place quoted`, of('answerable', ['right']), 'share');
    figures.note(`${use}: answerable, wrong place quoted`, of('answerable', ['wrong']), 'share');
    figures.note(`${use}: near-topic, answered`, of('near', ['wrong']), 'share', { atMost: 0.1 });
    figures.note(`${use}: off-topic, answered`, of('off', ['wrong']), 'share', { atMost: 0.03 });
  }
  await figures.keep();
}

type Result = 'right' | 'wrong' | 'close' | 'not covered';

interface Outcome {
  readonly site: SmallSite;
  readonly question: SiteQuestion;
  readonly result: Result;
  readonly reply: string;
}

const kinds = ['answerable', 'near', 'off'] as const;
const results = ['right', 'wrong', 'close', 'not covered'] as const;

async function askAll(site: SmallSite): Promise<Outcome[]> {
  const content = await writeSmallSite(site);
  const service = await openFolder(content);
  const outcomes: Outcome[] = [];
  try {
    for (const question of site.questions) {
      const reply = await service.ask(question.text);
      outcomes.push({ site, question, result: resultOf(question, reply), reply: reply.reply ?? '' });
    }
  } finally {
    await service.close();
    await rm(content, { recursive: true, force: true });
  }
  return outcomes;
}

function resultOf({ kind, expected }: SiteQuestion, { answerState, reply = '' }: ChatReply): Result {
  if (answerState === 'partial') return 'close';
  if (answerState !== 'answered') return 'not covered';
  return kind === 'answerable' && plain(reply).includes(plain(expected)) ? 'right' : 'wrong';
}

const plain = (text: string): string => text.toLowerCase().replace(/[\s*_`|\\]+/g, ' ');

function printRow(site: SmallSite, kind: SiteQuestion['kind'], outcomes: readonly Outcome[]): void {
  const own = outcomes.filter(({ question }) => question.kind === kind);
  const shares = results.map((result) => own.filter((one) => one.result === result).length / own.length);
  const use = site.isForTuning ? 'tuning' : 'held out';
  const [right = 0, wrong = 0, close = 0, none = 0] = shares;
  console.log(
    `${site.name.padEnd(20)}${use.padEnd(10)}${kind.padEnd(12)}${String(own.length).padEnd(5)}${right.toFixed(2).padEnd(8)}${wrong.toFixed(2).padEnd(13)}${close.toFixed(2).padEnd(8)}${none.toFixed(2)}`,
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

if (import.meta.main) await run();
