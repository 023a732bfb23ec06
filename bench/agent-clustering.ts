import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { configGroups } from '../contract/config/groups.ts';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { collect } from '../server/features/agent/gaps/collect.ts';
import { findGaps } from '../server/features/agent/gaps/find-gaps.ts';
import { agentMigrations, createAgentStore } from '../server/features/agent/store.ts';
import { chatLogMigrations, createChatLogs } from '../server/features/chat-logs/chat-logs.ts';
import { maskPersonalData } from '../server/features/chat-logs/pii/privacy.ts';
import { createChatLogStore } from '../server/features/chat-logs/store.ts';
import type { Database } from '../server/kit/database.ts';
import { clusterVectors } from '../server/features/agent/gaps/cluster.ts';
import { foldKey, questionTerms, termsOfKey } from '../server/features/agent/gaps/terms.ts';
import { createTermStatistics } from '../server/features/agent/gaps/vectors.ts';
import { createYieldWhenIdle } from '../server/work/idle.ts';
import { seeded } from '../test/fakes/random.ts';
import { createQuestions } from './fixtures/questions.ts';

/*
 * Clustering of logged questions for the operations agent.
 *
 * Quality: a log with labels made from the evaluation questions (DOCENT_EVAL_DIR, ../shared/eval without it): each
 * question is asked one to twenty times, with other word order, politeness and endings and with typing mistakes; its
 * label is the question it was made from. Purity: the share of questions whose label is the commonest of their cluster.
 * B-cubed: of the questions in a question's cluster, the share with its label (precision), and the other way round (recall).
 *
 * Speed: reads, folds and groups DOCENT_BENCH_ROWS chat logs (default 100,000) of a SQLite file, all unanswered and all
 * different, which is the worst case.
 */
const evalFolder = process.env['DOCENT_EVAL_DIR'] ?? join(import.meta.dirname, '../../shared/eval');
const rows = Number(process.env['DOCENT_BENCH_ROWS'] ?? 100_000);

const print = (name: string, figure: string | number, unit: string) =>
  console.log(`${name.padEnd(52)}${String(figure).padStart(12)} ${unit}`);

export async function run(): Promise<void> {
  await speed();
  if (existsSync(evalFolder)) {
    for (const set of [
      'en-covid-faq',
      'en-squad',
      'zh-cmrc',
      'site-howtocook-zh',
      'site-handbook-en',
      'xling-zh-en',
    ])
      await quality(set, labelled(set));
  } else print(`no evaluation sets in ${evalFolder}`, '', '');
}

interface Labelled {
  readonly text: string;
  readonly label: string;
}

async function clustered(questions: readonly string[]) {
  const terms = questions.map((question) => termsOfKey(foldKey(questionTerms(question))));
  const vocabulary = createTermStatistics();
  for (const of of terms) vocabulary.count(of);
  return clusterVectors(
    terms.length,
    (place) => vocabulary.vector(terms[place] ?? []),
    () => undefined,
  );
}

/** Clusters a log and prints how well that fits its labels. Equal wordings are folded first, the most frequent first, as a task does. */
async function quality(set: string, log: readonly Labelled[]): Promise<void> {
  const byKey = new Map<string, Labelled[]>();
  for (const one of log) {
    const key = foldKey(questionTerms(one.text));
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const folded = [...byKey]
    .toSorted((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .map(([, same]) => same);
  const clusters = (await clustered(folded.map(([first]) => first?.text ?? ''))).map((cluster) =>
    cluster.flatMap((at) => folded[at]?.map(({ label }) => label) ?? []),
  );
  const totals = countLabels(log.map(({ label }) => label));
  let [pure, precision, recall] = [0, 0, 0];
  for (const labels of clusters) {
    const counts = countLabels(labels);
    pure += Math.max(...counts.values());
    for (const [label, count] of counts) {
      precision += count * (count / labels.length);
      recall += count * (count / (totals.get(label) ?? 1));
    }
  }
  const share = (sum: number) => (sum / log.length).toFixed(3);
  print(
    `${set} questions / wordings / labels / clusters`,
    `${log.length}/${folded.length}/${totals.size}/${clusters.length}`,
    '',
  );
  print(`${set} purity`, share(pure), '');
  print(`${set} B-cubed precision`, share(precision), '');
  print(`${set} B-cubed recall`, share(recall), '');
}

const countLabels = (labels: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
};

function labelled(set: string): Labelled[] {
  const below = seeded(17);
  return readFileSync(join(evalFolder, set, 'queries.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line): Labelled[] => {
      const { id, text, relevant } = JSON.parse(line) as { id: string; text: string; relevant: string[] };
      // The questions of the FAQ come in several human wordings for each entry.
      const label = set === 'en-covid-faq' ? (relevant[0] ?? id) : id;
      return Array.from({ length: 1 + below(20) }, () => ({ text: reworded(text, below), label }));
    });
}

const before = {
  zh: ['请问', '你好，', '想问一下', '', '', ''],
  en: ['hi, ', 'please tell me: ', 'hello ', '', '', ''],
};
const after = { zh: ['？', '', '呢？', '谢谢'], en: ['?', '', ' please', '??'] };

/** The same question in other words: with or without politeness, with a part left out, with a typing mistake. */
function reworded(text: string, below: (limit: number) => number): string {
  const language = /\p{sc=Han}/u.test(text) ? 'zh' : 'en';
  const pick = (list: readonly string[]) => list[below(list.length)] ?? '';
  const plain = text.replace(/[?？。.!！]+$/u, '');
  const parts = language === 'en' ? plain.split(' ') : plain.split(/(?<=，|的)/u);
  const drop = below(3) === 0 && parts.length > 3 ? below(parts.length) : -1;
  const kept = parts.filter((_, at) => at !== drop);
  if (below(4) === 0 && kept.length > 2) kept.push(kept.shift() ?? '');
  let said = kept.join(language === 'en' ? ' ' : '');
  if (below(4) === 0 && said.length > 6) {
    const slip = 1 + below(said.length - 2);
    said = said.slice(0, slip) + said.slice(slip + 1);
  }
  return pick(before[language]) + said + pick(after[language]);
}

async function speed(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docent-agent-'));
  const file = join(folder, 'docent.db');
  const db = openSqlite(file);
  try {
    await db.migrate([...chatLogMigrations, ...agentMigrations]);
    await inAnotherProcess(file);
    const clock = { now: Date.now };
    const logs = createChatLogs({
      db,
      clock,
      config: { read: async () => configGroups.privacy.parse({}) },
      addressKey: 'bench',
    });
    const turn = createYieldWhenIdle();
    let [worst, last] = [0, performance.now()];
    const pause = () => {
      const took = performance.now() - last;
      worst = Math.max(worst, took);
      return took < 10 ? undefined : turn().then(() => void (last = performance.now()));
    };
    const before = process.memoryUsage.rss();
    const start = performance.now();
    const cpu = process.cpuUsage();
    const since = () => ((performance.now() - start) / 1000).toFixed(2);
    const { searches } = createAgentStore(db);
    const window = { from: Date.now() - 90 * dayMs, below: Date.now() };
    const { collection, figures } = await collect({ logs, searches, pause }, window);
    print(`${figures.windowLogs} logs collected, all open and different`, since(), 's');
    const found = await findGaps(collection, maskPersonalData, pause);
    print(`collected and grouped into ${found.clusters} clusters`, since(), 's');
    print('of it, work of the processor', (process.cpuUsage(cpu).user / 1e6).toFixed(2), 's');
    print('longest piece of work', worst.toFixed(0), 'ms');
    print('resident memory before', Math.round(before / 2 ** 20), 'MB');
    print('resident memory at its peak', Math.round(process.resourceUsage().maxRSS / 1024), 'MB');
    await logs[Symbol.asyncDispose]?.();
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
}

const dayMs = 86_400_000;

/** Fills the file without leaving traces in the memory of this process. */
async function inAnotherProcess(file: string): Promise<void> {
  const filler = fork(import.meta.filename, [file]);
  await once(filler, 'exit');
}

async function fill(db: Database): Promise<void> {
  const made = createQuestions(7);
  const store = createChatLogStore(db);
  const batch = 500;
  for (let first = 0; first < rows; first += batch) {
    await store.add(
      Array.from({ length: Math.min(batch, rows - first) }, (_, n) => ({
        id: `bench-${first + n}`,
        at: Date.now() - Math.floor(((first + n + 1) * 89 * dayMs) / rows),
        kind: 'chat' as const,
        streamed: true,
        model: 'bench',
        state: 'not_covered' as const,
        address: `203.0.113.${n % 250}`,
        userAgent: 'bench',
        question: made.next(),
        answer: 'The articles on this site do not answer this question.',
        citations: '[]',
        intent: 'NORMAL_CHAT',
        trace: new Uint8Array(),
        durationMs: 1,
        promptTokens: 1,
        completionTokens: 1,
        error: '',
        notices: '',
      })),
    );
  }
}

const [, entrance = '', fileToFill] = process.argv;
if (entrance === import.meta.filename && fileToFill !== undefined) {
  const db = openSqlite(fileToFill);
  await fill(db);
  await db.close();
}
