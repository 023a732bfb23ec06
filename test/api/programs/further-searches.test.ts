import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import type { ChatCall } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const page = (id: string, title: string, text: string) => ({
  id,
  url: `/${id}`,
  title,
  text: `# ${title}\n\n${text}`,
});
const articles = [
  page('kiln', 'The electric kiln', 'The electric kiln reaches 1280 degrees and is fired overnight.'),
  page('raku', 'The raku oven', 'In the raku oven pots are fired in an hour, outdoors, with gas.'),
  ...Array.from({ length: 8 }, (_, nth) =>
    page(
      `kiln-${nth}`,
      `Firing the electric kiln, evening ${nth}`,
      `The electric kiln is fired and compared, evening ${nth}.`,
    ),
  ),
];
const question = 'How does the electric kiln compare when it is fired?';

/** A service whose model replies `wish` when it is asked for searches. */
async function start(wish: string, isOn = true) {
  const isWish = ({ scenario }: ChatCall) => scenario === 'further_searches';
  const models = createFakeModels({
    kinds: ['chat'],
    chat: (call) =>
      isWish(call) ? wish : 'The electric kiln reaches 1280 degrees and is fired overnight[1].',
  });
  app = await createTestApp({ host: createFakeHost(articles), models });
  const { inject } = app;
  const post = (url: string, payload: object) => inject({ method: 'POST', url, payload, headers: asAdmin });
  await post(`${consolePrefix}/config/save`, { enhancement: { furtherSearches: isOn } });
  const trace = (await post(`${consolePrefix}/chat/debug/stream`, { message: question })).body;
  const { citations } = (await post(`${publicPrefix}/chat`, { message: question })).json<{
    citations: { postId: string }[];
  }>();
  return {
    trace,
    cited: citations.map(({ postId }) => postId),
    wishes: models.calls.chat.filter(isWish),
    searches: trace.split('"name":"hybrid_retrieve"').length - 1,
  };
}

describe('ANS47: further searches', () => {
  test('add what the model searches, with one short call in ledger and trace', async () => {
    const { trace, cited, wishes, searches } = await start('{"searches": ["electric kiln", "raku oven"]}');
    expect(cited).toContain('raku');
    expect(wishes).toHaveLength(2);
    expect(wishes[0]).toMatchObject({ json: true, maxTokens: 128 });
    expect(searches).toBe(3);
    expect(trace).toContain('raku oven');
  });

  test('are not asked for while they are off', async () => {
    const { cited, wishes, searches } = await start('{"searches": ["raku oven"]}', false);
    expect(cited).not.toContain('raku');
    expect(wishes).toEqual([]);
    expect(searches).toBe(1);
  });

  test.each([
    '{"searches": []}',
    'I would search for the raku oven.',
    '{"searches": ["a", "b", "c"]}',
    '{"searches": "raku oven"}',
  ])('change nothing when the model says %s', async (wish) => {
    const { trace, cited, searches } = await start(wish);
    expect(cited).not.toContain('raku');
    expect(searches).toBe(1);
    expect(trace).toContain('"name":"further_searches"');
  });
});
