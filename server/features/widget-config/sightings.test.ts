import { expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../../contract/api.ts';
import { asAdmin, createTestApp } from '../../../test/app.ts';

test('SITE1: the first page of the site that loads the widget is told; programs, strangers and the console are none', async () => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  await using app = await createTestApp({
    clock: { now: () => now },
    allowedOrigins: ['https://blog.example'],
  });
  const load = (headers: Record<string, string>) =>
    app.inject({ url: `${publicPrefix}/widget-config`, headers: { host: 'docent.example', ...headers } });
  const seen = async () =>
    (await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin })).json().widgetSeen;
  await load({});
  await load({ origin: 'null' });
  await load({ origin: 'https://stranger.example', referer: 'https://stranger.example/' });
  await load({ referer: 'http://docent.example/console/chat' });
  expect(await seen()).toBeUndefined();
  await load({ origin: 'https://blog.example', referer: 'https://blog.example/' });
  const firstAt = '2026-03-01T10:00:00.000Z';
  await expect.poll(seen).toEqual({ origin: 'https://blog.example', firstAt, lastAt: firstAt });
  now += 2 * 60 * 60_000;
  await load({ referer: 'http://docent.example/about' });
  await load({ origin: 'https://blog.example' });
  await expect.poll(seen).toEqual({
    origin: 'https://blog.example',
    firstAt,
    lastAt: '2026-03-01T12:00:00.000Z',
  });
});

test('SITE1: pages below the path of a proxy are visits, and the console there is none', async () => {
  await using app = await createTestApp({
    publicOrigin: 'https://example.org',
    basePath: '/docent',
    consolePath: '/office',
  });
  const load = (referer: string) =>
    app.inject({ url: `${publicPrefix}/widget-config`, headers: { referer } });
  const seen = async () =>
    (await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin })).json().widgetSeen?.origin;
  await load('https://example.org/docent/office/overview');
  expect(await seen()).toBeUndefined();
  await load('https://example.org/docent/page');
  await expect.poll(seen).toBe('https://example.org');
});
