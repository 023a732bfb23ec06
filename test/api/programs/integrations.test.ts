import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { unavailable } from '../../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { articles } from '../site.ts';

/** One of the articles of the test site. */
const [title, path] = ['Brewing coffee at home', '/archives/coffee'];

let app: TestApp | undefined;

afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start(host = createFakeHost(articles)) {
  app = await createTestApp({ host, models: createModels() });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const save = (integrations: Readonly<Record<string, boolean>>) =>
    fetch(`${origin}${consolePrefix}/config/save`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify({ integrations }),
    });
  return { origin, save };
}

async function connect(origin: string) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)));
  return client;
}

const textIn = (result: Awaited<ReturnType<Client['callTool']>>): string =>
  result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');

describe('the Model Context Protocol', () => {
  test('MCP1, MCP2: a client of the protocol finds three read-only tools and searches, asks and reads', async () => {
    const { origin } = await start();
    const client = await connect(origin);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(['ask', 'read_article', 'search']);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const found = textIn(await client.callTool({ name: 'search', arguments: { query: title } }));
    expect(found).toContain(`${title} (${origin}${path}`);
    expect(found).not.toContain('<mark>');
    const read = textIn(await client.callTool({ name: 'read_article', arguments: { article: path } }));
    expect(read).toMatch(new RegExp(`^# ${title}`));
    const answer = await client.callTool({
      name: 'ask',
      arguments: { question: `${title}?` },
    });
    expect(textIn(answer)).not.toBe('');
    await client.close();
  });

  test('MCP3: a question is logged and limited as a visitor’s', async () => {
    const { origin } = await start();
    const client = await connect(origin);
    await fetch(`${origin}${consolePrefix}/usage/limits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify({ enabled: true, visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1 } }),
    });
    await client.callTool({ name: 'ask', arguments: { question: 'Is this one logged?' } });
    const logs = await fetch(`${origin}${consolePrefix}/chat-logs`, { headers: asAdmin });
    expect(JSON.stringify(await logs.json())).toContain('Is this one logged?');
    const refused = await client.callTool({ name: 'ask', arguments: { question: 'And this one?' } });
    expect(refused.isError).toBe(true);
    await client.close();
  });

  test('MCP2: an article that does not exist is an error of the tool, not of the protocol', async () => {
    const { origin } = await start();
    const client = await connect(origin);
    const result = await client.callTool({ name: 'read_article', arguments: { article: '/nowhere' } });
    expect(result).toMatchObject({ isError: true });
    await client.close();
  });

  test('ERR11: a tool that fails tells its cause to the log alone', async () => {
    const host = createFakeHost(articles);
    app = await createTestApp({ host });
    const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const client = await connect(origin);
    host.breakArticle('coffee', unavailable('The connection to 10.0.0.7 is refused'));
    const read = await client.callTool({ name: 'read_article', arguments: { article: 'coffee' } });
    expect(read).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'This is unavailable right now. Please try again later.' }],
    });
    expect(JSON.stringify(app.log.warnings)).toContain('10.0.0.7');
    await client.close();
  });

  test('MCP4: switched off there is nothing at the path, and a page of another origin is refused', async () => {
    const { origin, save } = await start();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const post = (headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${origin}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(ping),
      });
    expect((await post()).status).toBe(200);
    expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await save({ mcpEnabled: false })).status).toBe(200);
    expect((await post()).status).toBe(404);
  });
});

test('MCP1: a message nested 50,000 deep is an answer of the protocol, not a failure of the service', async () => {
  const { origin } = await start();
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`,
  });
  expect(response.status).toBeLessThan(500);
});

describe('text for language models', () => {
  test('LLMS1: llms.txt lists the public articles as links that lead to their Markdown', async () => {
    const { origin } = await start();
    const index = await (await fetch(`${origin}/llms.txt`)).text();
    const links = [...index.matchAll(/\((http[^)]+\.md)\)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      const response = await fetch(link);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(await response.text()).toMatch(/^# /);
    }
    const full = await (await fetch(`${origin}/llms-full.txt`)).text();
    expect(full.split('\nSource: ')).toHaveLength(links.length + 1);
  });

  test('LLMS1, HOST27: what lists leave out is in no list for programs', async () => {
    const hidden = {
      id: 'hidden',
      title: 'A hidden page',
      text: 'Known to those with its link.',
      isUnlisted: true as const,
    };
    const { origin } = await start(createFakeHost([...articles, hidden]));
    for (const path of ['/llms.txt', '/llms-full.txt'])
      expect(await (await fetch(`${origin}${path}`)).text()).not.toContain('hidden');
    expect((await fetch(`${origin}/archives/hidden.md`)).status).toBe(200);
  });

  test('LLMS3: a reader that has a text already gets 304, until an article changes', async () => {
    const { origin } = await start();
    for (const path of ['/llms.txt', '/llms-full.txt', '/docs', '/feed.xml', '/sitemap.xml']) {
      // The first reader of a whole text gets it as it is collected.
      await (await fetch(origin + path)).text();
      const reply = await fetch(origin + path);
      if (reply.status === 404) continue;
      const etag = reply.headers.get('etag') ?? '';
      expect([path, etag]).toEqual([path, expect.stringMatching(/^"[\w-]+"$/)]);
      const again = await fetch(origin + path, { headers: { 'if-none-match': etag } });
      expect([path, again.status, (await again.text()).length]).toEqual([path, 304, 0]);
      expect((await reply.text()).length).toBeGreaterThan(0);
    }
  });

  test('LLMS4: Markdown is revalidated, and comes at the page’s own address to who likes it as much as a page', async () => {
    const { origin } = await start();
    const reply = await fetch(`${origin}${path}.md`);
    const etag = reply.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"/);
    const again = await fetch(`${origin}${path}.md`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    const negotiated = await fetch(origin + path, { headers: { accept: 'text/markdown' } });
    expect([negotiated.headers.get('content-type'), negotiated.headers.get('vary')]).toEqual([
      'text/markdown; charset=utf-8',
      expect.stringContaining('accept'),
    ]);
    expect(await negotiated.text()).toBe(await reply.text());
    const typeFor = async (accept: string) =>
      (await fetch(origin + path, { headers: { accept } })).headers.get('content-type')?.split(';')[0];
    for (const accept of [
      'text/markdown, text/html, */*',
      'text/html;q=0.7, text/markdown;q=1.0, text/plain;q=0.8, */*;q=0.1',
      'text/markdown, */*',
    ])
      expect([accept, await typeFor(accept)]).toEqual([accept, 'text/markdown']);
    for (const accept of [
      'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
      'text/html, text/markdown;q=0.9',
      'text/markdown;q=0, */*',
      'text/markdown;q=0.5, */*',
      '*/*',
    ])
      expect([accept, await typeFor(accept)]).not.toEqual([accept, 'text/markdown']);
  });

  test('LLMS5: a question in the address of an article’s Markdown is answered, logged and limited as a visitor’s', async () => {
    const { origin } = await start();
    const ask = (question: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}.md?ask=${encodeURIComponent(question)}`, init);
    const reply = await ask('How do I brew coffee at home?');
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'no-store',
    ]);
    expect(await reply.text()).toContain(`](${origin}${path}`);
    const logs = async () =>
      (await fetch(`${origin}${consolePrefix}/chat-logs`, { headers: asAdmin })).text();
    expect(await logs()).toContain('How do I brew coffee at home?');
    // Nobody reads the answer to these, so none is made.
    expect((await ask('Only the head?', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('A picture elsewhere?', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    );
    expect((await ask('Read ahead?', { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(403);
    expect((await ask(' ')).status).toBe(400);
    expect((await ask('x'.repeat(4001))).status).toBe(400);
    expect(await logs()).not.toMatch(/Only the head|A picture elsewhere|Read ahead/);
    expect((await fetch(`${origin}/archives/nowhere.md?ask=Anything`)).status).toBe(404);
    await fetch(`${origin}${consolePrefix}/usage/limits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify({ enabled: true, visitor: { enabled: true, dailyLimit: 1, hourlyLimit: 1 } }),
    });
    const refused = await ask('And one more?');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('LLMS5: Markdown and list tell programs how to ask, and Markdown does not where visitors may not', async () => {
    const { origin } = await start();
    const address = `${origin}${path}.md`;
    expect(await (await fetch(address)).text()).toContain(`${address}?ask=`);
    expect(await (await fetch(`${origin}/llms.txt`)).text()).toContain('?ask=');
    await fetch(`${origin}${consolePrefix}/config/save`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify({ chat: { allowGuest: false } }),
    });
    expect(await (await fetch(address)).text()).not.toContain('?ask=');
    expect((await fetch(`${address}?ask=Anything`)).status).toBeGreaterThanOrEqual(400);
  });

  test('LLMS2: switched off there is neither the list nor the Markdown', async () => {
    const { origin, save } = await start();
    await save({ llmsTextEnabled: false });
    for (const each of ['/llms.txt', '/llms-full.txt', `${path}.md`])
      expect((await fetch(origin + each)).status).toBe(404);
  });
});
