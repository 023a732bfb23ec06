import { describe, expect, test } from 'vitest';
import { defaults } from '../../../contract/config/groups.ts';
import type { WritingAction } from '../../../contract/writing/actions.ts';
import { WritingRequest } from '../../../contract/writing/writing.ts';
import { createFakeModels } from '../../../test/fakes/models.ts';
import type { LinkTarget } from './linking/link-phrases.ts';
import { createWrite } from './writing.ts';

const text =
  'Herons nest in tall trees beside the pond. They return each spring, in 2024 as early as February.';
const article = (id: string, ...tags: string[]): LinkTarget => ({
  id,
  title: id,
  url: `/${id}`,
  tags: tags.map((name) => ({ name })),
});

/** What an action proposes when the model says so, and the call that it made. */
async function proposed(reply: string, action: WritingAction, articles: readonly LinkTarget[] = []) {
  const models = createFakeModels({ kinds: ['chat'], chat: () => reply });
  const groups = defaults();
  const write = createWrite({
    config: { read: async (group) => groups[group] },
    models,
    articles: async () => [],
    heads: async (ids) => new Map(articles.filter(({ id }) => ids.includes(id)).map((one) => [one.id, one])),
    like: async () => articles.map(({ id }) => id),
    picture: async () => new Uint8Array(),
  });
  let result = '';
  const pieces = write(WritingRequest.parse({ text, action }), AbortSignal.timeout(5000));
  for await (const piece of pieces) result += piece;
  return { lines: result.split('\n'), call: models.calls.chat[0] };
}

describe('WR18: proposals about a text', () => {
  test.each([
    ['tags', '- Herons\n- birds\n- Birds\n- ponds', ['Herons', 'birds', 'ponds']],
    ['tags', 'Here are the tags:\n#birds, herons; "garden ponds"', ['birds', 'herons', 'garden ponds']],
    ['tags', '```json\n["herons", "garden ponds"]\n```', ['herons', 'garden ponds']],
    ['titles', '[\n  "Herons, and their ponds",\n  "A spring"\n]', ['Herons, and their ponds', 'A spring']],
    ['tags', '{"tags": ["herons", "spring"]}', ['herons', 'spring']],
    ['titles', '[{"title": "A spring", "why": "Short"}, {"title": "Ponds"}]', ['A spring', 'Ponds']],
    ['titles', '2024', ['2024']],
    ['titles', `${'['.repeat(90)}"a"${']'.repeat(90)}\nb`, ['b']],
    ['tags', '鸟类、池塘，春天', ['鸟类', '池塘', '春天']],
    ['tags', `herons\n${'x'.repeat(41)}`, ['herons']],
    [
      'titles',
      '1. **Where herons nest**\n2) "Tall trees beside a pond"\n3. Herons, back each spring',
      ['Where herons nest', 'Tall trees beside a pond', 'Herons, back each spring'],
    ],
    ['titles', 'a1\nb\nc\nd\ne\nf'.replace('1', ''), ['a', 'b', 'c', 'd', 'e']],
    [
      'seo-description',
      '“Herons nest in tall trees and return each spring.”',
      ['Herons nest in tall trees and return each spring.'],
    ],
  ] as const)('%s of %j are %j', async (action, reply, lines) => {
    expect((await proposed(reply, action)).lines).toEqual(lines);
  });

  test.each([
    ['tags', '  \n', /answered with nothing/],
    ['tags', 'x'.repeat(60), /nothing that fits/],
    ['titles', 'Where 40 herons nest', /numbers or names.*40/],
    ['seo-description', 'Herons. '.repeat(60), /nothing that fits|limit/],
    ['seo-description', 'Herons return in 2030.', /2030/],
  ] as const)('%s of %j are refused', async (action, reply, message) => {
    await expect(proposed(reply, action)).rejects.toMatchObject({
      code: 'upstream',
      message: expect.stringMatching(message),
    });
  });

  test('tags of articles like the text are offered to the model, those of most articles first, and a short reply is asked for', async () => {
    const site = [article('a', 'ponds', 'birds'), article('b', 'birds')];
    const { call } = await proposed('birds', 'tags', site);
    expect(call?.messages.at(-1)?.content).toMatch(/<known-[\w-]+>\nbirds\nponds\n/);
    expect(call).toMatchObject({ scenario: 'writing_assist', maxTokens: 600 });
    const { call: other } = await proposed('Herons at home', 'titles', site);
    expect(other?.messages.at(-1)?.content).not.toContain('<known-');
  });
});
