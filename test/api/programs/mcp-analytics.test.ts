import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { createModels } from '../../../server/adapters/models/models.ts';
import { adminToken, asAdmin, createTestApp, type TestApp } from '../../app.ts';
import { createFakeHost } from '../../fakes/host.ts';
import { articles } from '../site.ts';

let app: TestApp | undefined;
afterEach(async () => {
  const errors = app?.log.errors ?? [];
  await app?.[Symbol.asyncDispose]();
  app = undefined;
  expect(errors).toEqual([]);
});

async function start() {
  app = await createTestApp({ host: createFakeHost(articles), models: createModels() });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const send = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...asAdmin },
      body: JSON.stringify(body),
    });
  /** A new token of this scope. */
  const tokenOf = async (scope: string): Promise<string> => {
    const created = await send(`${consolePrefix}/account/tokens`, { name: scope, scope });
    return String(Object(await created.json()).token);
  };
  const as = async (token: string) => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${origin}/mcp/analytics`), { requestInit }),
    );
    return client;
  };
  return { origin, send, tokenOf, as };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('MCP9: figures for the owner’s own programs', () => {
  test('a token of scope analytics finds read-only tools and reads logs, usage and gaps', async () => {
    const { send, tokenOf, as } = await start();
    for (const message of ['How do I brew coffee at home?', 'Wie lange fliegt ein Ballon?'])
      await send(`${publicPrefix}/chat`, { message });
    const client = await as(await tokenOf('analytics'));
    const { tools } = await client.listTools();
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['usage_stats', 'chat_logs_list', 'chat_logs_read', 'agent_gaps']),
    );
    expect(names.join(' ')).not.toMatch(/save|remove|delete|clear|export/);
    const list = tools.find(({ name }) => name === 'chat_logs_list');
    expect(Object(list?.inputSchema.properties)['answerState']).toHaveProperty('enum');

    const page = Object(
      (await client.callTool({ name: 'chat_logs_list', arguments: { size: 1 } })).structuredContent,
    );
    expect([page.items.length, page.total]).toEqual([1, 2]);
    const { id } = page.items[0];
    const one = await client.callTool({ name: 'chat_logs_read', arguments: { id } });
    expect(JSON.stringify(one.structuredContent)).toContain('Ballon');
    expect(JSON.stringify(one)).not.toContain('127.0.0.1');
    const wrong = await client.callTool({ name: 'chat_logs_list', arguments: { answerState: 'nope' } });
    expect([wrong.isError, JSON.stringify(wrong.content)]).toEqual([
      true,
      expect.stringContaining('answered'),
    ]);
    expect(await client.callTool({ name: 'chat_logs_read', arguments: { id: 'none' } })).toMatchObject({
      isError: true,
    });
    await client.close();
  });

  test('nobody reads without a token, nor with one for another purpose', async () => {
    const { origin, tokenOf } = await start();
    const status = async (headers: Readonly<Record<string, string>>) =>
      (
        await fetch(`${origin}/mcp/analytics`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(ping),
        })
      ).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${await tokenOf('questions')}` })).toBe(403);
    expect(await status({ authorization: `Bearer ${adminToken}` })).toBe(200);
  });
});
