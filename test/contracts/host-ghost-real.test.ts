import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenOf } from '../../server/adapters/hosts/ghost/api.ts';
import type { Host } from '../../server/ports/host.ts';
import { isMissing } from '../missing-tool.ts';
import { ghostMissing, startGhost, type RealGhost } from '../platforms/ghost.ts';
import { openSite } from '../platforms/open-site.ts';
import { hostContract } from './host.ts';
import { hintSecret } from '../fakes/signed-hint.ts';

const isSkipped = isMissing('a real Ghost', await ghostMissing());

/** Ghost has changed: a webhook without a server between. */
const push = async (host: Host): Promise<void> => {
  const at = String(Date.now());
  const hex = createHmac('sha256', hintSecret).update(`{}${at}`).digest('hex');
  const headers = { 'x-ghost-signature': `sha256=${hex}, t=${at}` };
  await host.receiveHint?.({ headers, body: Buffer.from('{}') });
};

describe.skipIf(isSkipped)('with a real Ghost', () => {
  const started: RealGhost[] = [];
  beforeAll(async () => {
    started.push(await startGhost());
  }, 240_000);
  afterAll(async () => {
    for (const one of started) await one[Symbol.asyncDispose]();
  });
  const ghost = (): RealGhost => {
    const [one] = started;
    if (!one) throw new Error('Ghost was not started');
    return one;
  };

  hostContract('real Ghost', async () => {
    const site = ghost();
    await site.clear();
    const host = await openSite(site.origin, { hintSecret, ...site.settings });
    return {
      host,
      async publish({ name, title, text, tags = [], limited: isLimited = false }) {
        await site.publish({ name, title, html: `<p>${text}</p>`, tags, isLimited });
        await push(host);
        return site.idOf(name);
      },
      async unpublish(name) {
        await site.unpublish(name);
        await push(host);
      },
    };
  });

  test('HOST8 HOST10: its owner is known by cookie, an integration is nobody, and without Ghost nobody is known', async () => {
    const site = ghost();
    await using host = await openSite(site.origin, site.settings);
    const cookies = { 'ghost-admin-api-session': site.session };
    const owner = await host.identify({ authorization: undefined, cookies });
    expect(owner).toMatchObject({ kind: 'admin', via: 'cookie' });
    expect(
      await host.identify({
        authorization: `Ghost ${tokenOf(site.adminKey, Date.now())}`,
        cookies: {},
      }),
    ).toEqual({ kind: 'anonymous' });
    const forged = { 'ghost-admin-api-session': `${site.session}x` };
    expect(await host.identify({ authorization: undefined, cookies: forged })).toEqual({ kind: 'anonymous' });
    await site.stop();
    // A refusal is remembered for some seconds; a cookie that was not asked about before cannot be judged.
    const another = { 'ghost-admin-api-session': `${site.session}y` };
    await expect(host.identify({ authorization: undefined, cookies: another })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});
