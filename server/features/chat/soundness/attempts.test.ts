import { describe, expect, test } from 'vitest';
import type { ChatPart } from '../../../ports/models.ts';
import { soundAnswer, type Misfire } from './attempts.ts';
import { judgeHead } from './judge-head.ts';
import { createLeakFilter } from './leaks.ts';

const prompt = {
  fence: 'Ab-3x_Q9',
  instructions:
    'You are the assistant of a website. Task: answer the question.\nRules:\n- Base every statement on the numbered passages and put the number behind it.',
};

/** The text shown for answers that arrive in pieces, and how the last one ended. */
async function shown(...answers: readonly (readonly string[])[]) {
  const calls: (Misfire | undefined)[] = [];
  const misfires: Misfire[] = [];
  let read = 0;
  const parts = soundAnswer({
    models: {
      async *chat(): AsyncGenerator<ChatPart> {
        for (const text of answers[calls.length - 1] ?? []) {
          read += 1;
          yield { type: 'text', text };
        }
        yield { type: 'finish', reason: 'stop', usage: { promptTokens: 1, completionTokens: 1 } };
      },
    },
    callOf(misfire) {
      calls.push(misfire);
      return {
        model: '',
        task: { kind: 'ping' },
        messages: [],
        scenario: 'unknown',
        signal: AbortSignal.any([]),
      };
    },
    judge: (head, last) =>
      judgeHead(head, last, {
        question: 'What does a boat cost?',
        language: 'en',
        prompt,
        detectLanguage: async (text) => (/\p{sc=Han}/u.test(text) ? 'zh-CN' : 'en'),
      }),
    prompt,
    misfired: (misfire) => void misfires.push(misfire),
  });
  let text = '';
  let reason = '';
  try {
    for await (const part of parts) {
      if (part.type === 'text') text += part.text;
      if (part.type === 'finish') ({ reason } = part);
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : 'thrown';
  }
  return { text, reason, calls: calls.length, misfires, read };
}

describe('MOD3: what a broken model repeats holds nothing up', () => {
  test('a word of 200,000 letters in one piece', async () => {
    expect(await shown(['y'.repeat(200_000)])).toMatchObject({ calls: 1 });
  });

  test('a line without letters is shown while it grows, and costs the same with each piece', () => {
    const leaks = createLeakFilter(prompt);
    let shownUntil = 0;
    for (let count = 0; count < 100_000; count += 1) if (leaks.push('_ ') !== '') shownUntil = count;
    expect(shownUntil).toBe(99_999);
  });
});

const good = 'A boat costs 12 euros for an hour [1].';

describe('an answer of a model', () => {
  test.each<[string, string, Misfire]>([
    ['nothing', ' \n ', 'empty'],
    [
      'a tag of the prompt',
      '<question-Ab-3x_Q9>\nWhat does a boat cost?\n</question-Ab-3x_Q9>',
      'repeats the prompt',
    ],
    ['the question', 'What does a boat cost?', 'repeats the prompt'],
    [
      'the instructions',
      'You are the assistant of a website. Task: answer the question.',
      'repeats the prompt',
    ],
    [
      'a rule of them',
      'Rules:\n- Base every statement on the numbered passages and put the number behind it.',
      'repeats the prompt',
    ],
    ['another script', '单人皮划艇每小时十二欧元，双人皮划艇每小时十八欧元，儿童半价。', 'wrong language'],
    [
      'another language',
      'Das Boot kostet zwölf Euro und ein Kind zahlt nur die Hälfte davon.',
      'wrong language',
    ],
  ])('ANS5: that is %s is asked for once more', async (_, bad, misfire) => {
    expect(await shown([bad], [good])).toMatchObject({ text: good, calls: 2, misfires: [misfire] });
    const twice = await shown([bad], [bad], [good]);
    expect(twice.calls).toBe(2);
    // An answer in another language is one all the same; the rest is not.
    expect(twice.text).toBe(misfire === 'wrong language' ? bad : '');
  });

  test('ANS5: a sound beginning is shown at once', async () => {
    expect(await shown(good.split(/(?<= )/))).toMatchObject({ text: good, calls: 1, reason: 'stop' });
  });

  test.each([
    [`${good}\n\n${prompt.instructions}\n\nEnd.`, `${good}\n\n\nEnd.`, 'stop'],
    [`${good} <passages-Ab-3x_Q9>\n[1] Boats`, `${good} `, 'other'],
    ['Rules:\n\n- Wear a life jacket.\n- Base', 'Rules:\n\n- Wear a life jacket.\n- Base', 'stop'],
  ])('ANS5: %j shows nothing of the prompt', async (text, wanted, reason) => {
    expect(await shown([text])).toMatchObject({ text: wanted, reason, calls: 1 });
    expect(await shown(text.split(''))).toMatchObject({ text: wanted, reason, calls: 1 });
  });

  test.each(['A boat costs 12 euros. ', 'It is 12 € an hour; children pay half. ', 'boat '])(
    'ANS20: that repeats %j for ever ends soon, and its call with it',
    async (round) => {
      const answer = await shown(Array.from({ length: 2000 }, () => round));
      expect(answer).toMatchObject({ reason: 'length', calls: 1 });
      expect(answer.text.length).toBeLessThan(600);
      expect(answer.read * round.length).toBeLessThan(600);
    },
  );

  test('ANS20: lists and tables whose rows are alike are no loop', async () => {
    const table = `| Day | Open | Price |\n|---|---|---|\n${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
      .map((day) => `| ${day} | 9 am to 6 pm | 12 euros an hour |\n`)
      .join('')}`;
    expect(await shown([table])).toMatchObject({ text: table, reason: 'stop' });
  });

  test.each([
    [
      '{"answer": "It costs 12 euros [1].\\nThat is all.", "sources": [1]}',
      'It costs 12 euros [1].\nThat is all.',
    ],
    ['```json\n{"response": "It costs 12 euros."}\n```', 'It costs 12 euros.'],
    ['{"name": "boat"}', '{"name": "boat"}'],
    ['{ braces } are signs', '{ braces } are signs'],
    ['```js\nrun()\n```', '```js\nrun()\n```'],
  ])('ANS19: %j comes as the text it holds', async (given, wanted) => {
    expect(await shown([given])).toMatchObject({ text: wanted, calls: 1 });
    expect(await shown(given.split(''))).toMatchObject({ text: wanted, calls: 1 });
  });
});
