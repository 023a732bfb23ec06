import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';

const host = () =>
  createFakeHost([
    {
      id: 'owls',
      title: 'Owls of the forest',
      text: 'Owls hunt mice at night in the old forest.',
      tags: ['birds'],
    },
    {
      id: 'herons',
      title: 'Herons at the pond',
      text: 'Grey herons are birds that stand in the pond.',
      tags: ['birds'],
    },
    {
      id: 'swifts',
      title: 'Swifts in the city',
      text: 'Swifts are birds that sleep in the air.',
      tags: ['birds'],
    },
    { id: 'bread', title: 'Sourdough bread', text: 'Flour, water and salt, and a night in the cold.' },
    {
      id: 'secret',
      title: 'Birds of members',
      text: 'Only members read of these birds.',
      tags: ['birds'],
      visibility: 'limited',
    },
  ]);

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ host: host() });
});
afterEach(() => app[Symbol.asyncDispose]());

const related = async (query: string) => {
  const reply = await app.inject({ method: 'GET', url: `${publicPrefix}/related?${query}` });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    articles: reply.json<{ articles?: { postId: string; url: string }[] }>().articles ?? [],
  };
};
const idsOf = async (query: string) => (await related(query)).articles.map(({ postId }) => postId);

describe('REL1: articles to read next', () => {
  test('are those of the same subject, never the article itself or what is not public', async () => {
    const ids = await idsOf('postName=owls');
    expect(ids.slice(0, 2).toSorted()).toEqual(['herons', 'swifts']);
    expect(ids).not.toContain('owls');
    expect(ids).not.toContain('secret');
    expect(await idsOf('postName=owls&size=1')).toEqual(ids.slice(0, 1));
  });

  test('are not put behind others for a title of few words that might be in another language', async () => {
    await app[Symbol.asyncDispose]();
    const pot = (id: string, title: string, text: string) => ({ id, title, text, tags: [] });
    app = await createTestApp({
      host: createFakeHost([
        pot(
          'grind',
          'Grinding coffee for a moka pot',
          'A moka pot wants a grind between espresso and filter.',
        ),
        pot('gaskets', 'Moka pot gaskets', 'The gasket of a moka pot is replaced once a year.'),
        pot('rye', 'Baking rye bread with a starter', 'Rye bread for a cold evening, with coffee.'),
      ]),
    });
    expect(await idsOf('postName=grind')).toEqual(['gaskets', 'rye']);
  });

  test('are found by the address of the page, too; what is no article has none', async () => {
    const { articles } = await related('postName=herons');
    const url = articles.find(({ postId }) => postId === 'owls')?.url ?? '';
    expect(url).not.toBe('');
    const whole = `https://birds.example${url}?utm_source=x#top`;
    expect(await idsOf(`page=${encodeURIComponent(whole)}`)).toEqual(await idsOf('postName=owls'));
    for (const query of ['', 'postName=nothing', 'page=%2F', 'postName=secret', `page=${'x'.repeat(3_000)}`])
      expect([query.slice(0, 20), await related(query)]).toMatchObject([
        query.slice(0, 20),
        { status: 200, articles: [] },
      ]);
  });

  test('REL2: are a feed of whole addresses as well, in the same order; what is no article has an empty one', async () => {
    const feed = async (query: string) => {
      const reply = await app.inject({
        method: 'GET',
        url: `${publicPrefix}/related/feed?${query}`,
        headers: { host: 'docent.example' },
      });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([
        200,
        'application/atom+xml; charset=utf-8',
      ]);
      expect(reply.headers['cache-control']).toBe('public, max-age=300');
      return reply.body;
    };
    const body = await feed('postName=owls&size=2');
    const { articles } = await related('postName=owls&size=2');
    const entries = [...body.matchAll(/<entry>\s*<id>([^<]*)</g)].map(([, address = '']) => address);
    expect(entries).toEqual(articles.map(({ url }) => `http://docent.example${url}`));
    expect(body).toContain('<title>Owls of the forest</title>');
    expect(body).not.toContain('Birds of members');
    expect(await feed('postName=secret')).not.toContain('<entry>');
    expect(await feed('page=%22%3E%3Cscript%3E')).not.toContain('<script>');
  });

  test('REL2: an article without a date has changed when it was indexed', async () => {
    const begun = Date.now();
    const dated = createFakeHost([
      { id: 'owls', title: 'Owls of the forest', text: 'Owls hunt in the old forest.', tags: ['birds'] },
      { id: 'bats', title: 'Bats of the forest', text: 'Bats hunt in the old forest.', tags: ['birds'] },
    ]);
    const noDates = { publishedAt: '', createdAt: '', modifiedAt: '' };
    await using undated = await createTestApp({
      host: {
        ...dated,
        async *heads(signal) {
          for await (const head of dated.heads(signal)) yield { ...head, ...noDates };
        },
        async article(id, signal) {
          const article = await dated.article(id, signal);
          return article && { ...article, ...noDates };
        },
      },
      clock: { now: Date.now },
    });
    const url = `${publicPrefix}/related/feed?postName=owls`;
    const { body } = await undated.inject({ method: 'GET', url });
    const times = [...body.matchAll(/<updated>([^<]*)</g)].map(([, time = '']) => Date.parse(time));
    expect(times).toHaveLength(2);
    for (const time of times) expect(time).toBeGreaterThanOrEqual(begun);
  });

  test('REL2: the feed leaves out what XML cannot hold, and escapes the rest', async () => {
    await using odd = await createTestApp({
      host: createFakeHost([
        { id: 'owls', title: 'Owls of the forest', text: 'Owls hunt in the old forest.', tags: ['birds'] },
        {
          id: 'odd',
          title: 'Owls\u0001\u0008\u001f\u000b\ufffe\uffff ]]> <b> \ud800 of the forest',
          text: 'Owls hunt in the old forest, too.',
          tags: ['birds'],
        },
      ]),
    });
    const url = `${publicPrefix}/related/feed?postName=owls`;
    const { rawPayload } = await odd.inject({ method: 'GET', url });
    const feed = new TextDecoder('utf-8', { fatal: true }).decode(rawPayload);
    expect(feed).toContain('Owls ]]&#62; &#60;b&#62;');
    expect(feed).not.toMatch(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u);
  });

  test('may be kept by a browser, and count as a search of the address only where they were not known', async () => {
    await app.inject({
      method: 'POST',
      url: `${consolePrefix}/usage/limits`,
      headers: asAdmin,
      payload: { visitor: { searchesPerMinute: 1 } },
    });
    const first = await related('postName=owls');
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
    expect(first.headers['etag']).toBeDefined();
    expect((await related('postName=owls')).status).toBe(200);
    const over = await related('postName=herons');
    expect(over.status).toBe(429);
    expect(over.headers['retry-after']).toBeDefined();
  });
});
