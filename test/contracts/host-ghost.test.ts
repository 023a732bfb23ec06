import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { Host } from '../../server/ports/host.ts';
import { adminKey, contentKey, staffToken, startGhost, type FakeGhost } from '../platforms/fake-ghost.ts';
import { openSite } from '../platforms/open-site.ts';
import { hostContract } from './host.ts';
import { hintSecret } from '../fakes/signed-hint.ts';

const credentials = { hintSecret, ghost: { contentKey: undefined, adminKey } };

/** A webhook as Ghost signs it: the body and then the time. */
const push = async (host: Host, secret = hintSecret, at = Date.now()): Promise<void> => {
  const body = JSON.stringify({ event: 'post.published', post: { current: {}, previous: {} } });
  const hex = createHmac('sha256', secret)
    .update(body + String(at))
    .digest('hex');
  await host.receiveHint?.({
    headers: { 'x-ghost-signature': `sha256=${hex}, t=${at}` },
    body: Buffer.from(body),
  });
};

hostContract('Ghost', async () => {
  const ghost = await startGhost();
  const host = await openSite(ghost.origin, credentials);
  return {
    host,
    async publish(article) {
      const id = ghost.publish(article);
      await push(host);
      return id;
    },
    async unpublish(name) {
      ghost.unpublish(name);
      await push(host);
    },
    close: async () => ghost[Symbol.asyncDispose](),
  };
});

const started = async (): Promise<FakeGhost> => {
  const ghost = await startGhost();
  ghost.publish({ name: 'one', title: 'One', text: 'Text' });
  return ghost;
};

describe('Ghost', () => {
  test('HOST1: is found by its pages, with the key that stands in them', async () => {
    await using ghost = await started();
    await using host = await openSite(ghost.origin);
    expect(host.describe()).toMatchObject({ kind: 'ghost', canWriteExcerpts: false, canDeleteImages: false });
    const [head] = await Array.fromAsync(host.heads());
    expect(head).toMatchObject({ title: 'One', url: '/one/', tags: [] });
    await expect(host.writeExcerpt(head?.id ?? '', 'x', {})).rejects.toMatchObject({ code: 'forbidden' });
    expect(await host.imagePolicies()).toEqual([]);
  });

  test('HOST2: what is read is asked for with the public key alone', async () => {
    await using ghost = await started();
    await using host = await openSite(ghost.origin, credentials);
    await Array.fromAsync(host.heads());
    expect(ghost.headers.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(contentKey).toHaveLength(26);
  });

  test('HOST8: staff are known by token or cookie, a key of an integration is nobody', async () => {
    await using ghost = await started();
    await using host = await openSite(ghost.origin, credentials);
    const who = (authorization: string | undefined, session?: string) =>
      host.identify({
        authorization,
        cookies: session === undefined ? { other: 'x' } : { 'ghost-admin-api-session': session, other: 'x' },
      });
    expect(await who(`Ghost ${staffToken()}`)).toEqual({ kind: 'admin', id: 'ghost:owner', via: 'token' });
    expect(await who(undefined, 'owner')).toEqual({ kind: 'admin', id: 'ghost:owner', via: 'cookie' });
    expect(await who(undefined, 'author')).toEqual({ kind: 'user', id: 'ghost:author' });
    expect(await who(undefined, 'forged')).toEqual({ kind: 'anonymous' });
    expect(ghost.headers.map(({ cookie }) => cookie).filter((cookie) => cookie?.includes('other'))).toEqual(
      [],
    );
  });

  test('HOST9: webhooks are believed only with their signature', async () => {
    await using ghost = await started();
    await using host = await openSite(ghost.origin, credentials);
    const changed = vi.fn<() => void>();
    host.onChange(changed);
    await expect(push(host, 'wrong secret')).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(push(host, hintSecret, Date.now() - 3_600_000)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(changed).not.toHaveBeenCalled();
    await push(host);
    expect(changed).toHaveBeenCalledOnce();
  });

  test('HOST11: an unpublished post is gone, and a list that breaks off is no list', async () => {
    await using ghost = await started();
    ghost.publish({ name: 'two', title: 'Two', text: 'Text' });
    await using host = await openSite(ghost.origin, credentials);
    const titles = async () => (await Array.fromAsync(host.heads())).map(({ title }) => title);
    expect(await titles()).toEqual(['One', 'Two']);
    ghost.unpublish('one');
    await push(host);
    expect(await titles()).toEqual(['Two']);
    ghost.away = true;
    await push(host);
    await expect(titles()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await host.health()).toMatchObject({ ok: false, since: expect.stringMatching(/Z$/) });
    ghost.away = false;
    expect(await titles()).toEqual(['Two']);
    expect(await host.health()).toEqual({ ok: true, reason: '' });
  });

  test('an excerpt longer than Ghost takes is refused before it is sent', async () => {
    await using ghost = await started();
    await using host = await openSite(ghost.origin, credentials);
    const [head] = await Array.fromAsync(host.heads());
    expect(host.describe().maxExcerptLength).toBe(300);
    await expect(host.writeExcerpt(head?.id ?? '', 'x'.repeat(301), {})).rejects.toMatchObject({
      code: 'invalid',
    });
  });
});
