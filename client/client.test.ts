import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { specGroupsByName } from '../contract/api.ts';
import { projectRoot } from '../test/source-files.ts';
import { createClient, type EventsOf } from './client.ts';
import { createPublicClient, publicOperations } from './public.ts';

/** A client without a server that records its requests. */
function recorded() {
  const asked: { readonly url: string; readonly init: RequestInit | undefined }[] = [];
  const fetching: typeof fetch = async (url, init) => {
    asked.push({ url: new Request(url).url, init });
    return Response.json({ success: true });
  };
  return { asked, client: createClient({ baseUrl: 'https://docent.example/', fetch: fetching }) };
}

describe('CLIENT1: a request that cannot be right does not compile', () => {
  const { client } = recorded();

  test('bodies need their fields, queries and paths have names and types', () => {
    const wrong = () => [
      // @ts-expect-error A question needs a body.
      client.chat.answer({}),
      // @ts-expect-error A body needs its message.
      client.chat.answer({ body: {} }),
      // @ts-expect-error A message is a text.
      client.chat.answer({ body: { message: 7 } }),
      // @ts-expect-error The field is called keyword.
      client.search.keywordResults({ query: { keywrd: 'x' } }),
      // @ts-expect-error The parameter is called runId.
      client.evaluations.report({ params: { id: 'a' } }),
      // @ts-expect-error A path needs its parameters.
      client.evaluations.report(),
      // @ts-expect-error A range is one of three words, a date a text.
      client.usage.stats({ query: { range: 42, start: true } }),
      // @ts-expect-error A state is one of four words.
      client.pets.approveExpression({ params: { id: 'a', state: 'bored' } }),
    ];
    expect(wrong).toBeTypeOf('function');
  });

  test('what may be left out may be left out', () => {
    const right = () => [
      client.widgetConfig.read(),
      client.usage.stats({ query: { range: '7d', model: undefined } }),
      client.chat.answer({ body: { message: 'x', history: null, pageUrl: '/a' } }),
      client.chat.answer({ body: { message: 'x', history: [{ role: 'user', content: 'y' }] } }),
      client.config.save({ body: { chat: { allowGuest: false } } }),
      client.pets.generate({ body: new FormData() }),
      client.evaluations.report({ params: { runId: 'a' } }),
    ];
    expect(right).toBeTypeOf('function');
  });

  test('a stream has the events of its operation', () => {
    type Events = EventsOf<(typeof specGroupsByName)['search']['endpoints']['answer']>;
    expectTypeOf<Events['event']>().toEqualTypeOf<
      'token' | 'error' | 'citations' | 'progress' | 'answer_state'
    >();
  });
});

test('CLIENT2: a parameter of a path that is missing is refused before anything is sent', async () => {
  const { client, asked } = recorded();
  for (const runId of ['', undefined as unknown as string])
    await expect(client.evaluations.report({ params: { runId } })).rejects.toThrow('runId');
  expect(asked).toEqual([]);
});

describe('CLIENT3: what visitors’ pages need is a client of its own', () => {
  test('it has exactly the operations of the contract that are for everybody', () => {
    const { chat, widgetConfig, search, mindmapPublic } = specGroupsByName;
    const called = Object.entries({ chat, widgetConfig, search, mindmapPublic }).map(([name, group]) => [
      name,
      Object.fromEntries(
        Object.entries(group.endpoints).map(([key, { method, path, reply, errors }]) => [
          key,
          { method, path, reply: { kind: reply.kind }, errors },
        ]),
      ),
    ]);
    expect(publicOperations).toEqual(Object.fromEntries(called));
    for (const group of [chat, widgetConfig, search, mindmapPublic])
      expect([group.prefix, group.access]).toEqual(['public', 'public']);
  });

  test('it asks as the whole client does', async () => {
    const urls: string[] = [];
    const client = createPublicClient({
      baseUrl: 'https://docent.example',
      fetch: async (url) => {
        urls.push(new Request(url).url);
        return Response.json({ total: 0, articles: [], source: '' });
      },
    });
    await client.search.keywordResults({ query: { keyword: 'tea pot' } });
    expect(urls).toEqual([
      'https://docent.example/apis/api.ai-suite.svc.run/v1alpha1/search/halo-results?keyword=tea+pot',
    ]);
  });

  test('in a browser it weighs at most 12 kB after gzip', async () => {
    const built = await build({
      root: projectRoot,
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        minify: true,
        lib: { entry: 'client/public.ts', formats: ['es'], fileName: 'public' },
      },
    });
    const [bundle] = [built].flat();
    const code =
      bundle && 'output' in bundle ? bundle.output.map((part) => ('code' in part ? part.code : '')) : [];
    expect(code.join('')).toContain('/search/halo-results');
    expect(gzipSync(code.join('')).length).toBeLessThan(12_000);
  });
});
