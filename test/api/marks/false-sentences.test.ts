import { afterEach, describe, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost, type FakeArticle } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const ferry: FakeArticle = {
  id: 'ferry',
  title: 'The ferry to Hallby',
  tags: [],
  excerpt: '',
  text: [
    'The ferry to Hallby leaves at 7:30 from the north quay. Bicycles may be taken along for 4 euros.',
    'Dogs can travel on the upper deck. Tickets must be bought before boarding.',
    'The Morgana is faster than the Selkie. In winter the ferry runs twice a day.',
  ].join('\n\n'),
};

const tea: FakeArticle = {
  id: 'tea',
  title: '云雾茶的冲泡',
  tags: [],
  excerpt: '',
  text: '云雾茶可以用玻璃杯冲泡。每次放三克茶叶，水温不超过八十五度。倒水之前要先温杯。第一泡可能略带苦味。春茶比秋茶更香。',
};

/** The reply of a model that writes just this. */
async function reply(message: string, text: string): Promise<ChatReply> {
  app = await createTestApp({
    host: createFakeHost([ferry, tea]),
    models: createFakeModels({ kinds: ['chat'], chat: () => text }),
  });
  const answer = await app.inject({
    method: 'POST',
    url: `${publicPrefix}/chat`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ message }),
  });
  return answer.json<ChatReply>();
}

const english = 'When does the ferry to Hallby leave, and what about bicycles and dogs?';
const chinese = '云雾茶怎么冲泡，放多少茶叶，水温多少？';

describe('a false sentence of a model', () => {
  const falseOnes = [
    [english, 'The ferry to Hallby does not leave at 7:30 from the north quay.'],
    [english, 'The ferry to Hallby leaves at 9:45 from the north quay.'],
    [english, 'The ferry to Hallby leaves at 7:30 from the south quay.'],
    [english, 'Bicycles may be taken along for fourteen euros.'],
    [english, 'Bicycles may never be taken along.'],
    [english, 'Dogs cannot travel on the upper deck.'],
    [english, 'Tickets must be bought after boarding.'],
    [english, 'In winter the ferry runs five times a day.'],
    [english, 'The ferry has a restaurant with a view and a cinema for children.'],
    [english, 'The answer is:'],
    [chinese, '云雾茶不可以用玻璃杯冲泡。'],
    [chinese, '每次放九克茶叶，水温不超过八十五度。'],
    [chinese, '每次放三克茶叶，水温不超过九十五度。'],
    [chinese, '倒水之后要先温杯。'],
    [chinese, '第一泡总是带苦味。'],
    [chinese, '这种茶在网店免费领取，全国包邮送到家。'],
  ] as const;

  test.each(falseOnes)('PROD3, CHAT17: %s – %s keeps no mark', async (question, sentence) => {
    const said = await reply(question, `${sentence}[1]`);
    expect(said.reply).not.toContain('[1]');
    expect(said.answerState).not.toBe('answered');
  });

  test.each(falseOnes)('ANS6, CHAT17: %s – %s gets none', async (question, sentence) => {
    const said = await reply(question, sentence);
    expect(said.reply).not.toContain('[1]');
    expect(said.answerState).not.toBe('answered');
  });
});

test.each([
  [english, 'The ferry to Hallby leaves at 7:30 from the north quay.'],
  [english, 'Tickets must be bought before boarding.'],
  [english, 'Bicycles may be taken along for four euros.'],
  [chinese, '每次放 3 克茶叶，水温不超过 85 度。'],
  [chinese, '云雾茶可以用玻璃杯冲泡。'],
])('PROD3, CHAT17: %s – %s keeps its mark', async (question, sentence) => {
  const said = await reply(question, `${sentence}[1]`);
  expect(said.reply).toMatch(/\[\d\]/);
  expect(said.answerState).toBe('answered');
});
