import { describe, expect, test } from 'vitest';
import type { Host } from '../../server/ports/host.ts';
import { haloToken, startHalo, type FakeHalo } from '../platforms/fake-halo.ts';
import { openSite } from '../platforms/open-site.ts';
import { hintSecret, signedHint } from '../fakes/signed-hint.ts';
import { hostContract } from './host.ts';

const credentials = { hintSecret, halo: { token: haloToken } };

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
      const id = halo.publish(article);
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
    halo.publish({ name: 'secret', title: 'Secret', text: 'Secret', limited: true });
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
    expect(await session('admin')).toEqual({ kind: 'admin', id: 'halo:admin', via: 'cookie' });
    expect(await session('author')).toEqual({ kind: 'user', id: 'halo:author' });
    expect(await session('nobody')).toEqual({ kind: 'anonymous' });
    expect(await host.identify({ authorization: `Bearer ${haloToken}`, cookies: {} })).toMatchObject({
      kind: 'admin',
      via: 'token',
    });
    expect(halo.headers.map(({ cookie }) => cookie).filter((cookie) => cookie?.includes('remember'))).toEqual(
      [],
    );
    halo.away = true;
    // A refusal is remembered for some seconds; whoever was not asked about before cannot be known.
    await expect(session('another')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('pictures go to the policy that is chosen', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, credentials);
    expect(await host.imagePolicies()).toEqual([
      { id: 'default-policy', label: 'Local', isDefault: true },
      { id: 's3', label: 'S3', isDefault: false },
    ]);
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
