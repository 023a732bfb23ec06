import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createApp } from '../../../server/app.ts';
import { readEnv } from '../../../server/env.ts';
import { openPorts } from '../../../server/open-ports.ts';
import { createTestLog } from '../../fakes/log.ts';

/*
 * The sample site is what people try first, before any model is connected: what they are likely to ask is quoted from the section
 * that is about it.
 */

let dataDir = '';
let app: Awaited<ReturnType<typeof createApp>>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docent-sample-'));
  app = await createApp(await openPorts(readEnv({ DOCENT_DATA_DIR: dataDir }), createTestLog()));
  await app.start();
});

afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(message: string): Promise<ChatReply> {
  const reply = await app.server.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message }),
    remoteAddress: `198.51.100.${Math.floor(message.length % 250)}`,
  });
  return reply.json();
}

/** Path and anchor quoted by an answer without a model. */
const placeOf = ({ reply = '' }: ChatReply): string =>
  decodeURI(/\]\((\/archives\/[^)]*)\)/.exec(reply)?.[1]?.replace('/archives/', '') ?? 'nowhere');

/** Lines `question => article#section | another right one`. */
const questionsIn = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../../eval/handbook', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', places = ''] = line.split(' => ');
      return { question, places: places.split(' | ') };
    });

const isIn = (found: string, place: string) => found === place || found.startsWith(`${place}#`);

interface Outcome {
  readonly isAnswered: boolean;
  readonly isArticle: boolean;
  readonly isSection: boolean;
}

async function askAll(questions: ReturnType<typeof questionsIn>): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { question, places } of questions) {
    const reply = await ask(question);
    const place = placeOf(reply);
    const isSection = places.some((one) => isIn(place, one));
    const isArticle = places.some((one) => isIn(place, one.split('#', 1)[0] ?? ''));
    outcomes.push({ isAnswered: reply.answerState === 'answered', isArticle, isSection });
  }
  return outcomes;
}

const shareOf = (outcomes: readonly Outcome[], key: keyof Outcome): number =>
  outcomes.filter((one) => one[key]).length / outcomes.length;

describe('PROD4: a first question is answered from the section about it', () => {
  test('of all first questions nearly all are answered, nine in ten from the right article', async () => {
    const outcomes = await askAll(questionsIn('questions.txt'));
    expect(shareOf(outcomes, 'isAnswered')).toBeGreaterThanOrEqual(0.9);
    expect(shareOf(outcomes, 'isArticle')).toBeGreaterThanOrEqual(0.88);
    expect(shareOf(outcomes, 'isSection')).toBeGreaterThanOrEqual(0.82);
  }, 120_000);

  test('of those in words that the pages do not have, half are, and one in ten from another article', async () => {
    const covered = questionsIn('everyday.txt').filter(({ places }) => !places.includes('nowhere'));
    const outcomes = await askAll(covered);
    expect(shareOf(outcomes, 'isArticle')).toBeGreaterThanOrEqual(0.5);
    expect(shareOf(outcomes, 'isAnswered') - shareOf(outcomes, 'isArticle')).toBeLessThanOrEqual(0.1);
  }, 120_000);

  test.each([
    ['How do I connect a model?', 'connect-a-model'],
    ['怎么接入模型', 'connect-a-model-zh'],
    ['How do I connect WordPress?', 'connect-wordpress'],
  ])('%s', async (question, place) => {
    const reply = await ask(question);
    expect(reply.answerState).toBe('answered');
    expect(isIn(placeOf(reply), place)).toBe(true);
  });
});

describe('ANS21: what a thing is, is told by the sentence that explains it', () => {
  test.each([
    ['What is Docent?', 'Docent is a small service that runs beside a publishing site'],
    ['Docent 是什么', 'Docent 是一个放在站点旁边运行的小服务'],
    ['What is a content gap?', 'A content gap is something that visitors ask'],
    ['什么是意图路由', '意图路由用一份文章列表来回答问题'],
  ])('%s', async (question, words) => {
    expect((await ask(question)).reply).toContain(words);
  });
});

describe('PROD4: what the site says nothing of is not answered', () => {
  test.each([
    'What is the airspeed of an unladen swallow?',
    'who won the world cup in 2022',
    'what is the weather in Paris',
    'Wie wird das Wetter morgen?',
    '今天上海天气怎么样',
    '谁是美国总统',
    'best pizza in town',
    'how do i make pancakes',
  ])('%s', async (question) => {
    expect((await ask(question)).answerState).not.toBe('answered');
  });
});

describe('ANS2: an unrelated question is shown nothing', () => {
  test.each(['What is the capital of France?', '怎么做红烧肉'])('%s', async (question) => {
    const { answerState, places, nearest } = await ask(question);
    expect({ answerState, places, nearest }).toEqual({ answerState: 'not_covered' });
  });
});

test('PROD11: a question with typing errors is understood as the search box does', async () => {
  expect(placeOf(await ask('wordpres conect how'))).toBe('connect-wordpress#how-to-connect-wordpress');
});
