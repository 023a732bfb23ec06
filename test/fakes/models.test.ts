import { describe, expect, it } from 'vitest';
import { Fault } from '../../server/kit/fault.ts';
import type { ChatCall } from '../../server/ports/models.ts';
import { createFakeModels } from './models.ts';

const call: ChatCall = {
  model: '',
  scenario: 'visitor_qa',
  task: { kind: 'ping' },
  messages: [{ role: 'user', content: 'hello there' }],
  signal: new AbortController().signal,
};

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()) =>
  a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);

describe('scripted models', () => {
  it('answer by the script and remember the calls', async () => {
    const models = createFakeModels({ chat: ({ messages }, nth) => `${nth}: ${messages.length} messages` });
    const text = async () =>
      (await Array.fromAsync(models.chat(call)))
        .map((part) => (part.type === 'text' ? part.text : ''))
        .join('');
    expect(await text()).toBe('1: 1 messages');
    expect(await text()).toBe('2: 1 messages');
    expect(models.calls.chat).toEqual([call, call]);
  });

  it('give scripted parts as they are, with a finish when it is missing', async () => {
    const models = createFakeModels({
      chat: () => [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'yes' },
      ],
    });
    expect((await Array.fromAsync(models.chat(call))).map(({ type }) => type)).toEqual([
      'reasoning',
      'text',
      'finish',
    ]);
  });

  it('fail on demand, as often as wanted', async () => {
    const models = createFakeModels();
    models.fail('embedding', new Fault('upstream', 'down'), 2);
    const embed = () => models.embed({ ...call, texts: ['a'] });
    await expect(embed()).rejects.toThrow('down');
    await expect(embed()).rejects.toThrow('down');
    expect((await embed()).vectors).toHaveLength(1);
  });

  it('have vectors that are nearer for nearer texts', async () => {
    const { vectors } = await createFakeModels({ dimensions: 64 }).embed({
      ...call,
      texts: ['back up the blog', 'back up the blogs', '完全不同'],
    });
    const [one, two, three] = vectors;
    expect(cosine(one, two)).toBeGreaterThan(cosine(one, three));
  });
});
