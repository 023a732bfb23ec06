import { afterEach, describe, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { SystemInfo } from '../../contract/system.ts';
import { createPendingHost } from '../../server/adapters/hosts/pending-host.ts';
import { createModels } from '../../server/adapters/models/models.ts';
import { unavailable } from '../../server/kit/fault.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createTestLog } from '../fakes/log.ts';
import { startGhost } from '../platforms/fake-ghost.ts';
import { freePort } from '../fakes/listen.ts';
import { openSite } from '../platforms/open-site.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
});

const infoOf = async (app: TestApp) =>
  SystemInfo.parse((await app.inject({ url: `${consolePrefix}/system/info`, headers: asAdmin })).json());

const ghostCookie = { cookie: 'ghost-admin-api-session=owner' };

describe('HOST10: a site that is away', () => {
  test('leaves the answers, asks its people to wait, says since when, and comes back by itself', async () => {
    const ghost = await startGhost();
    opened.push(ghost);
    ghost.publish({
      name: 'tea',
      title: 'Brewing green tea',
      text: 'Green tea is brewed with water of 80 degrees for two minutes.',
    });
    let now = Date.now();
    const host = await openSite(ghost.origin, {}, { clock: { now: () => now } });
    const app = await createTestApp({ host, models: createModels() });
    opened.push(app);
    const ask = async () =>
      (
        await app.inject({
          method: 'POST',
          url: `${publicPrefix}/chat`,
          payload: { message: 'How hot is the water for green tea?' },
        })
      ).json<{ reply: string }>().reply;
    const whoAmI = () => app.inject({ url: `${consolePrefix}/system/info`, headers: ghostCookie });
    expect(await ask()).toContain('80 degrees');
    expect((await whoAmI()).statusCode).toBe(200);
    expect((await infoOf(app)).host).toMatchObject({ kind: 'ghost', ok: true, reason: '' });

    ghost.away = true;
    const awayAt = new Date(now).toISOString();
    // A logged-in administrator is cached for 15 seconds only.
    expect((await whoAmI()).statusCode).toBe(200);
    now += 16_000;
    const refused = await whoAmI();
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
      503,
      expect.stringContaining('The site answers 502'),
    ]);
    expect(await ask()).toContain('80 degrees');
    const away = (await infoOf(app)).host;
    expect(away).toMatchObject({ kind: 'ghost', ok: false, reason: 'The site answers 502' });
    expect((away.since ?? '') >= awayAt).toBe(true);
    // Docent's own administrators need nobody, and whoever has none of its sessions yet can open one.
    expect((await app.inject({ url: '/login', headers: ghostCookie })).statusCode).toBe(200);

    ghost.away = false;
    now += 16_000;
    expect((await whoAmI()).statusCode).toBe(200);
    expect((await infoOf(app)).host).toMatchObject({ ok: true, reason: '' });
  });

  test('at the start: its people wait, strangers are strangers, the rest of Docent serves', async () => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    const host = await openSite(origin);
    const app = await createTestApp({ host });
    opened.push(app);
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await app.inject({ url: `${consolePrefix}/system/info`, headers })).statusCode;
    for (const proof of [
      { authorization: `Basic ${Buffer.from('admin:application password').toString('base64')}` },
      { cookie: `wordpress_logged_in_${'a'.repeat(32)}=admin` },
      ghostCookie,
      { cookie: 'SESSION=x' },
      { authorization: 'Bearer pat_x.y.z' },
    ])
      expect(await status(proof)).toBe(503);
    expect(await status({ cookie: 'other=x' })).toBe(401);
    expect((await infoOf(app)).host).toMatchObject({
      ok: false,
      reason: 'The site refuses the connection',
      since: expect.stringMatching(/Z$/) as string,
    });
  });

  test('at the start: is looked at again until it is there', async () => {
    let isThere = false;
    const host = createPendingHost({
      open: async () => {
        if (!isThere) throw unavailable('The site refuses the connection');
        return createFakeHost([{ id: 'tea', title: 'Tea', text: 'Tea is brewed with hot water.' }]);
      },
      reason: 'The site refuses the connection',
      mayProve: () => false,
      now: Date.now,
      log: createTestLog(),
      description: createFakeHost([]).describe(),
      retryMs: 20,
    });
    opened.push({ [Symbol.asyncDispose]: () => host.close() });
    const told = vi.fn<() => void>();
    host.onChange(told);
    await expect(Array.fromAsync(host.heads())).rejects.toMatchObject({ code: 'unavailable' });
    isThere = true;
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 30_000 });
    expect((await Array.fromAsync(host.heads())).map(({ title }) => title)).toEqual(['Tea']);
    expect(await host.health()).toMatchObject({ ok: true });
  });
});
