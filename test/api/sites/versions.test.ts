import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import type { Models } from '../../../server/ports/models.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { createFakeModels } from '../../fakes/models.ts';

let app: TestApp | undefined;

afterEach(async () => {
  await app?.[Symbol.asyncDispose]();
  app = undefined;
});

const running = () => {
  if (!app) throw new Error('start first');
  return app;
};

const page = (url: string, title: string, text: string) => ({
  id: url,
  url,
  title,
  text: `# ${title}\n\n${text}`,
});
const lamps = [
  page('/docs/v1/install', 'Install the lamp', 'Install the lamp with four screws on a dry wall.'),
  page('/docs/v2/install', 'Install the lamp', 'Install the lamp with two clips on a dry wall.'),
  page('/docs/v1/dimmer', 'Dim the lamp', 'Dim the lamp by turning the copper wheel at its foot.'),
  page('/docs/v2/colours', 'Colours of the lamp', 'Choose the colours of the lamp with the remote control.'),
  page('/docs/v1/brightness', '调节灯光亮度', '转动灯座底部的铜轮，即可调节灯光亮度。'),
  page('/blog/award', 'The lamp has won an award', 'The lamp has won the award of the museum in Aarhus.'),
];

const dim = 'How do I dim the lamp?';
const said = 'This is from version v1: the pages of version v2 do not answer the question.';

async function start(models: Models = createModels()) {
  app = await createTestApp({ host: createFakeHost(lamps), models });
  await save({ search: { pathRules: ['/docs/{version}/'] }, integrations: { openAiEnabled: true } });
}

const save = (payload: object) =>
  running().inject({ method: 'POST', url: `${consolePrefix}/config/save`, headers: asAdmin, payload });

interface Reply {
  readonly reply: string;
  readonly answerState: string;
  readonly citations: readonly { readonly postId: string }[];
}

async function ask(message: string, more: object): Promise<Reply> {
  const payload = { message, ...more };
  return (await running().inject({ method: 'POST', url: `${publicPrefix}/chat`, payload })).json<Reply>();
}

describe('a question from a page of a version', () => {
  test.each(['/docs/v2/colours', 'https://site.example/docs/V2/', '/docs/v1/dimmer'])(
    'PGV1: from %s is answered by its version',
    async (askedFrom) => {
      await start();
      const { reply, citations } = await ask('How do I install the lamp?', { askedFrom });
      const own = askedFrom.includes('v1') ? '/docs/v1/install' : '/docs/v2/install';
      expect(citations[0]?.postId).toBe(own);
      expect(citations.map(({ postId }) => postId)).not.toContain(
        own.replace(/v./, own.includes('v1') ? 'v2' : 'v1'),
      );
      expect(reply).not.toContain('This is from version');
    },
  );

  test('PGV2: is answered by another version where its own does not answer, and the answer says so', async () => {
    await start();
    const { reply, answerState, citations } = await ask(dim, { askedFrom: '/docs/v2/colours' });
    expect(citations[0]?.postId).toBe('/docs/v1/dimmer');
    expect(reply).toContain('copper wheel');
    expect(reply.endsWith(`\n\n*${said}*`)).toBe(true);
    expect(answerState).toBe('answered');
  });

  test('PGV2: says so below the text of a language model, which counts as the model has written it', async () => {
    const chat = () => 'Dim the lamp by turning the copper wheel at its foot[1].';
    await start(createFakeModels({ kinds: ['chat'], chat }));
    const { reply, answerState } = await ask(dim, { askedFrom: '/docs/v2/colours' });
    expect(reply).toBe(`Dim the lamp by turning the copper wheel at its foot[1].\n\n*${said}*`);
    expect(answerState).toBe('answered');
  });

  test('PGV2: says so in the language of the question', async () => {
    await start();
    const { reply } = await ask('怎么调节灯光亮度？', {
      askedFrom: '/docs/v2/colours',
    });
    expect(reply).toContain('以上内容出自 v1 版本；v2 版本的页面没有回答这个问题。');
  });

  test('PGV1: is answered by pages without a version as well', async () => {
    await start();
    const { reply, citations } = await ask('Which award has the lamp won?', {
      askedFrom: '/docs/v2/colours',
    });
    expect(citations[0]?.postId).toBe('/blog/award');
    expect(reply).not.toContain('This is from version');
  });

  test('PGV3: asks the index once more at most, and the trace says so', async () => {
    await start();
    const detail = async (message: string, askedFrom: string) => {
      const reply = await running().inject({
        method: 'POST',
        url: `${consolePrefix}/chat/debug/stream`,
        headers: asAdmin,
        payload: { message, askedFrom },
      });
      return {
        searches: reply.body.split('"name":"hybrid_retrieve"').length - 1,
        isTold: reply.body.includes('one more retrieval over all versions does'),
      };
    };
    expect(await detail('How do I install the lamp?', '/docs/v2/colours')).toEqual({
      searches: 1,
      isTold: false,
    });
    expect(await detail(dim, '/docs/v2/colours')).toEqual({ searches: 2, isTold: true });
    expect(await detail('Who was the first king of Denmark?', '/docs/v2/colours')).toMatchObject({
      searches: 2,
    });
    expect(await detail('Who was the first king of Denmark?', '/blog/award')).toMatchObject({ searches: 1 });
  });

  test('PGV1: a scope that names versions, and a site without rules, are left as they are', async () => {
    await start();
    const strict = await ask(dim, { askedFrom: '/docs/v2/colours', scope: ['version:v2'] });
    expect(strict.reply).not.toContain('copper wheel');
    await save({ search: { pathRules: [] } });
    const plain = await ask(dim, { askedFrom: '/docs/v2/colours' });
    expect(plain.reply).toContain('copper wheel');
    expect(plain.reply).not.toContain('This is from version');
  });

  test('PGV4: search, /v1 and /mcp answer alike', async () => {
    await start();
    const askedFrom = '/docs/v2/colours';
    const post = (url: string, payload: object, headers: object = {}) =>
      running().inject({ method: 'POST', url, payload, headers: { ...asAdmin, ...headers } });
    const searched = await post(`${publicPrefix}/search/answer`, { keyword: dim, askedFrom });
    const completion = await post('/v1/chat/completions', {
      messages: [{ role: 'user', content: dim }],
      askedFrom,
    });
    const call = { name: 'ask', arguments: { question: dim, askedFrom } };
    const tool = await post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { accept: 'application/json, text/event-stream' },
    );
    for (const { body } of [searched, completion, tool]) {
      expect(body).toContain('copper wheel');
      expect(body).toContain(said);
    }
  });

  test('PGV4: a kept answer is one for its version', async () => {
    const chat = () => 'Dim the lamp by turning the copper wheel at its foot[1].';
    await start(createFakeModels({ kinds: ['chat'], chat }));
    await save({ chat: { answerCacheHours: 1 } });
    expect((await ask(dim, { askedFrom: '/docs/v2/colours' })).reply).toContain(said);
    expect((await ask(dim, { askedFrom: '/docs/v1/install' })).reply).not.toContain(said);
    expect((await ask(dim, { askedFrom: '/docs/v2/install' })).reply).toContain(said);
  });
});
