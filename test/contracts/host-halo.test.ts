import { describe, expect, test, vi } from 'vitest';
import type { Host } from '../../server/ports/host.ts';
import type { Log } from '../../server/ports/log.ts';
import { haloTokens, startHalo, type FakeHalo } from '../platforms/halo/fake-halo.ts';
import { openSite } from '../platforms/open-site.ts';
import { hintSecret, signedHint } from '../fakes/signed-hint.ts';
import { createTestLog } from '../fakes/log.ts';
import { hostContract } from './host.ts';

const credentials = { hintSecret, halo: { token: haloTokens.both } };

/** Signs without the prefix `sha256=`, which is optional. */
const push = async (host: Host): Promise<void> => {
  const { headers, body } = signedHint(hintSecret);
  const signature = headers['x-docent-signature'].replace('sha256=', '');
  await host.receiveHint?.({ headers: { ...headers, 'x-docent-signature': signature }, body });
};

hostContract('Halo', async () => {
  const halo = await startHalo();
  const host = await openSite(halo.origin, credentials);
  return {
    host,
    async publish(article) {
      const { limited = false, ...post } = article;
      const id = halo.publish({ ...post, visible: limited ? 'INTERNAL' : 'PUBLIC' });
      await push(host);
      return id;
    },
    async unpublish(name) {
      halo.unpublish(name);
      await push(host);
    },
    close: async () => halo[Symbol.asyncDispose](),
  };
});

const attachmentsRole = 'role-template-manage-attachments';

const started = async (): Promise<FakeHalo> => {
  const halo = await startHalo();
  halo.publish({ name: 'one', title: 'One', text: 'Text', tags: ['News'] });
  return halo;
};

describe('Halo', () => {
  test('HOST1: is found by its pages and read without a token', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin);
    expect(host.describe()).toMatchObject({ kind: 'halo', countsVisits: true, canWriteExcerpts: false });
    const [head] = await Array.fromAsync(host.heads());
    expect(head).toMatchObject({
      id: 'one',
      url: '/archives/one',
      visits: 0,
      tags: [{ name: 'News', slug: 'news' }],
    });
    expect((await host.article('one'))?.body).toEqual({ format: 'html', text: '<p>Text</p>' });
  });

  test('HOST2: private posts of the owner of the token stay private, because it is never sent for reading', async () => {
    await using halo = await started();
    halo.publish({ name: 'secret', title: 'Secret', text: 'Secret', visible: 'PRIVATE' });
    halo.publish({ name: 'staff', title: 'Staff', text: 'Staff', visible: 'INTERNAL' });
    await using host = await openSite(halo.origin, credentials);
    expect((await Array.fromAsync(host.heads())).map(({ id }) => id)).toEqual(['one']);
    expect(await host.article('secret')).toBeUndefined();
  });

  test('visits do not change the revision', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, credentials);
    const [before] = await Array.fromAsync(host.heads());
    halo.visit('one');
    await push(host);
    const [after] = await Array.fromAsync(host.heads());
    expect(after?.revision).toBe(before?.revision);
  });

  test('HOST8: the roles of the credentials decide, and 200 alone proves nothing', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, credentials);
    const session = (value: string) =>
      host.identify({ authorization: undefined, cookies: { SESSION: value, 'remember-me': 'x' } });
    const bearer = (token: string) => host.identify({ authorization: `Bearer ${token}`, cookies: {} });
    expect(await session('owner')).toEqual({ kind: 'admin', id: 'halo:owner', via: 'cookie' });
    expect(await session('author')).toEqual({ kind: 'user', id: 'halo:author' });
    expect(await session('from-before-a-restart')).toEqual({ kind: 'anonymous' });
    expect(await bearer(haloTokens.super)).toEqual({ kind: 'admin', id: 'halo:owner', via: 'token' });
    expect(await bearer(haloTokens.both)).toEqual({ kind: 'user', id: 'halo:owner' });
    expect(await bearer('pat_revoked.b.c')).toEqual({ kind: 'anonymous' });
    expect(halo.headers.map(({ cookie }) => cookie).filter((cookie) => cookie?.includes('remember'))).toEqual(
      [],
    );
    // Halo has this one on all versions since 2.20.
    const asked = halo.asked.filter((one) => one.includes('/users/-') && !one.endsWith('/permissions'));
    expect(new Set(asked)).toEqual(new Set(['GET /apis/api.console.halo.run/v1alpha1/users/-']));
    expect(asked).toHaveLength(6);
    halo.away = true;
    // A refusal is remembered for some seconds; whoever was not asked about before cannot be known.
    await expect(session('another')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('HOST21: an image keeps the annotations of its storage, and its file goes with it', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, credentials);
    expect(await host.imagePolicies()).toEqual([
      { id: 'default-policy', label: '本地存储', isDefault: true },
    ]);
    const image = { bytes: Buffer.from('png'), mediaType: 'image/png', fileName: 'a.png' };
    const { id, url } = await host.putImage(image, 'default-policy', 'pet:1');
    expect(halo.attachments.records.get(id)?.metadata.annotations).toMatchObject({
      'docent/owner': 'pet:1',
      'storage.halo.run/uri': url,
      'storage.halo.run/local-relative-path': `upload/${decodeURIComponent(url.slice('/upload/'.length))}`,
    });
    await host.deleteImage(id);
    expect((await fetch(halo.origin + url)).status).toBe(404);
    await expect(host.putImage(image, 'no-such-policy', 'pet:2')).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('HOST21: images that an earlier version marked get their annotations again at the start', async () => {
    await using halo = await started();
    const image = { bytes: Buffer.from('png'), mediaType: 'image/png', fileName: 'a.png' };
    halo.attachments.addPolicy('s3');
    const stored: string[] = [];
    {
      await using host = await openSite(halo.origin, credentials);
      for (const policy of ['default-policy', 'default-policy', 's3'])
        stored.push((await host.putImage(image, policy, 'pet:1')).id);
    }
    const [damaged = '', whole = '', outside = ''] = stored;
    const metadataOf = (id: string) => halo.attachments.records.get(id)?.metadata;
    for (const id of [damaged, outside])
      Object.assign(metadataOf(id) ?? {}, { annotations: { 'docent/owner': 'pet:1' } });
    const before = structuredClone(metadataOf(whole));
    const info = vi.fn<Log['info']>();
    const log = { ...createTestLog(), info };
    await using host = await openSite(halo.origin, credentials, { log });
    await host.health();
    await vi.waitFor(() =>
      expect(info).toHaveBeenCalledWith({ count: 1 }, expect.stringContaining('storage annotations again')),
    );
    expect(log.warnings).toMatchObject([{ images: [outside], count: 1 }]);
    expect(metadataOf(whole)).toEqual(before);
    const url = halo.attachments.records.get(damaged)?.status.permalink ?? '';
    await host.deleteImage(damaged);
    expect((await fetch(halo.origin + url)).status).toBe(404);
  });

  test.each([
    ['no longer valid', 'pat_revoked.b.c', 'halo_token_refused', {}],
    [
      'without any role',
      haloTokens.none,
      'halo_token_lacks',
      { roles: 'role-template-manage-posts, role-template-manage-attachments' },
    ],
    [
      'without the role for pictures',
      haloTokens.posts,
      'halo_token_lacks',
      { roles: 'role-template-manage-attachments' },
    ],
  ] as const)(
    'HOST22: a token %s is told before and at a write, and reading needs none',
    async (_, token, code, params) => {
      await using halo = await started();
      await using host = await openSite(halo.origin, { halo: { token } });
      const explanation = { code, params };
      expect(await host.health()).toMatchObject({ ok: true, reason: { explanation } });
      expect(host.describe()).toMatchObject({
        canWriteExcerpts: token === haloTokens.posts,
        canDeleteImages: false,
      });
      expect((await Array.fromAsync(host.heads())).map(({ id }) => id)).toEqual(['one']);
      await expect(host.imagePolicies()).rejects.toMatchObject({
        code: 'forbidden',
        explanation: { code, params: code === 'halo_token_lacks' ? { roles: attachmentsRole } : {} },
      });
    },
  );

  test.each([
    ['no longer valid', 'pat_revoked.b.c', 'halo_token_refused', {}],
    ['without any role', haloTokens.none, 'halo_token_lacks', { roles: 'role-template-manage-posts' }],
  ] as const)(
    'HOST22: an excerpt by a token %s is refused in these words',
    async (_, token, code, params) => {
      await using halo = await started();
      await using host = await openSite(halo.origin, { halo: { token } });
      await expect(host.writeExcerpt('one', 'In short', {})).rejects.toMatchObject({
        code: 'forbidden',
        explanation: { code, params },
      });
    },
  );

  test('HOST22: a token with both roles is fine', async () => {
    await using halo = await started();
    for (const token of [haloTokens.both, haloTokens.super]) {
      await using host = await openSite(halo.origin, { halo: { token } });
      expect(await host.health()).toEqual({ ok: true, reason: '' });
      expect(host.describe()).toMatchObject({ canWriteExcerpts: true, canDeleteImages: true });
    }
  });

  test('HOST23: after an excerpt is cleared, Halo shows its own again', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, credentials);
    await host.writeExcerpt('one', 'Of Docent', {});
    expect(halo.shownExcerpt('one')).toBe('Of Docent');
    await host.writeExcerpt('one', '', {});
    expect(halo.shownExcerpt('one')).toBe('Text');
  });
});

describe('HOST11: changes of a Halo', () => {
  const thousand = 1_000;

  test('a new title of a small site is seen at the next look, though its text is as old as before', async () => {
    await using halo = await started();
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    const titles = async () => (await Array.fromAsync(host.heads())).map(({ title }) => title);
    expect(await titles()).toEqual(['One']);
    halo.publish({ name: 'one', title: 'Number one', text: 'Text', tags: ['News'] });
    now += 60_000;
    expect(await titles()).toEqual(['Number one']);
  });

  test('a look at a large unchanged site is one request, a whole walk one for a thousand posts', async () => {
    await using halo = await startHalo();
    for (let index = 0; index <= 2 * thousand; index++)
      halo.publish({ name: `post-${index}`, title: `Post ${index}`, text: 'Text' });
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    const requests = async () => {
      halo.asked.length = 0;
      const { length } = await Array.fromAsync(host.heads());
      expect(length).toBe(2 * thousand + 1);
      return halo.asked.filter((path) => path.endsWith('/posts')).length;
    };
    expect(await requests()).toBe(3);
    now += 60_000;
    expect(await requests()).toBe(1);
    now += 600_000;
    expect(await requests()).toBe(3);
    halo.publish({ name: 'post-7', title: 'Post 7', text: 'New text' });
    halo.unpublish('post-8');
    halo.publish({ name: 'new', title: 'New', text: 'Text' });
    now += 60_000;
    halo.asked.length = 0;
    const heads = await Array.fromAsync(host.heads());
    expect(heads.some(({ id }) => id === 'post-8')).toBe(false);
    expect(heads.some(({ id }) => id === 'new')).toBe(true);
  });
});
