import { describe, expect, test, vi } from 'vitest';
import { createTestLog } from '../fakes/log.ts';
import { startHalo } from '../platforms/halo/fake-halo.ts';
import { liveHaloAddress, openLiveHalo } from '../platforms/halo/live-halo.ts';
import { openSite } from '../platforms/open-site.ts';
import { haloSuite, push } from './halo.ts';
import { hintSecret } from '../fakes/signed-hint.ts';

haloSuite('Halo', startHalo);
// The same on a running Halo, where one is named.
if (liveHaloAddress !== '') haloSuite('a running Halo', openLiveHalo);

const started = async () => {
  const halo = await startHalo();
  await halo.publish({ name: 'one', title: 'One', text: 'Text', tags: ['News'] });
  return halo;
};

describe('Halo', () => {
  test('visits do not change the revision', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin, { hintSecret });
    const [before] = await Array.fromAsync(host.heads());
    halo.visit('one');
    await push(host);
    const [after] = await Array.fromAsync(host.heads());
    expect([before?.visits, after?.visits]).toEqual([0, 1]);
    expect(after?.revision).toBe(before?.revision);
  });

  test('HOST8: an author is no administrator; one endpoint is asked, and a Halo that is away says nothing about anybody', async () => {
    await using halo = await started();
    await using host = await openSite(halo.origin);
    const session = (value: string) =>
      host.identify({ authorization: undefined, cookies: { SESSION: value, 'remember-me': 'x' } });
    expect(await session('author')).toEqual({ kind: 'user', id: 'halo:author' });
    expect(await session('nobody')).toEqual({ kind: 'anonymous' });
    expect(halo.headers.some(({ cookie }) => cookie?.includes('remember'))).toBe(false);
    // Halo has this one on all versions since 2.20.
    const asked = halo.asked.filter((one) => one.includes('/users/'));
    expect(asked).toEqual(Array.from({ length: 2 }, () => 'GET /apis/api.console.halo.run/v1alpha1/users/-'));
    halo.away = true;
    // A refusal is remembered for some seconds; whoever was not asked about before cannot be known.
    await expect(session('another')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('HOST21: images of a storage plugin that lost their annotations are named in the log', async () => {
    await using halo = await started();
    halo.attachments.addPolicy('s3');
    const token = await halo.token('super-role');
    const image = { bytes: Buffer.from('png'), mediaType: 'image/png', fileName: 'a.png' };
    const stored: string[] = [];
    {
      await using host = await openSite(halo.origin, { halo: { token } });
      for (const mark of ['pet:1', 'pet:2']) stored.push((await host.putImage(image, 's3', mark)).id);
    }
    const [damaged = ''] = stored;
    const record = halo.attachments.records.get(damaged);
    if (record) record.metadata.annotations = { 'docent/owner': 'pet:1' };
    const log = createTestLog();
    await using host = await openSite(halo.origin, { halo: { token } }, { log });
    await host.health();
    await vi.waitFor(() => expect(log.warnings).toMatchObject([{ images: [damaged], count: 1 }]));
  });

  test('HOST24: a Halo that is not set up yet is known as Halo, and its posts are read once it is', async () => {
    await using halo = await startHalo();
    halo.state.isSetUp = false;
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    expect(host.describe().kind).toBe('halo');
    expect(await Array.fromAsync(host.heads())).toEqual([]);
    halo.state.isSetUp = true;
    await halo.publish({ name: 'hello', title: 'Hello', text: 'Text' });
    now += 60_000;
    expect((await Array.fromAsync(host.heads())).map(({ id }) => id)).toEqual(['hello']);
    await host.health();
    expect(host.describe().siteTitle).toBe('A Halo');
  });

  test('HOST25: addresses under one other origin are those of the site; under several they are left out and told', async () => {
    await using halo = await started();
    await halo.publish({ name: 'two', title: 'Two', text: 'Text' });
    halo.state.permalink = ({ slug }) => `https://blog.example.org/archives/${slug}`;
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    const urls = async () => (await Array.fromAsync(host.heads())).map(({ url }) => url);
    expect(await urls()).toEqual(['/archives/one', '/archives/two']);
    expect((await host.article('one'))?.url).toBe('/archives/one');
    expect(host.describe().siteOrigin).toBe('https://blog.example.org');
    expect(await host.health()).toEqual({ ok: true, reason: '' });
    // While Halo writes them anew, some name no origin, or the one before.
    for (const other of ['', 'https://new.example.org']) {
      halo.state.permalink = ({ slug }) => `${slug === 'one' ? other : 'https://new.example.org'}/${slug}`;
      now += 60_000;
      expect(await urls()).toEqual(['/one', '/two']);
      expect(host.describe().siteOrigin).toBe('https://new.example.org');
    }
    halo.state.permalink = ({ slug }) => `https://${slug}.example.net/`;
    now += 60_000;
    expect(await urls()).toEqual([]);
    expect((await host.health()).reason).toMatchObject({
      explanation: { code: 'site_addresses', params: { count: '1', origin: 'https://one.example.net' } },
    });
  });

  test('HOST26: single pages are read unless they are switched off, also on a large site', async () => {
    await using halo = await started();
    for (let index = 0; index < 2_000; index++)
      await halo.publish({ name: `post-${index}`, title: `Post ${index}`, text: 'Text' });
    await halo.publish({ kind: 'page', name: 'about', title: 'About', text: 'Founded in 1951' });
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    const page = async () => (await Array.fromAsync(host.heads())).find(({ id }) => id === 'page:about');
    expect(await page()).toMatchObject({ title: 'About', url: '/about' });
    expect((await host.article('page:about'))?.body.text).toContain('1951');
    expect(await host.article('about')).toBeUndefined();
    await halo.publish({ kind: 'page', name: 'about', title: 'About us', text: 'Founded in 1951' });
    now += 60_000;
    expect((await page())?.title).toBe('About us');
    await halo.unpublish('about');
    now += 60_000;
    expect(await page()).toBeUndefined();
    await halo.publish({ kind: 'page', name: 'about', title: 'About', text: 'Founded in 1951' });
    await using posts = await openSite(halo.origin, { withPages: false });
    const ids = (await Array.fromAsync(posts.heads())).map(({ id }) => id);
    expect([ids.length, ids.some((id) => id.startsWith('page:'))]).toEqual([2_001, false]);
    expect(await posts.article('page:about')).toBeUndefined();
  });

  test('HOST27: a post that lists leave out says so', async () => {
    await using halo = await started();
    halo.hide('one');
    await using host = await openSite(halo.origin);
    const [head] = await Array.fromAsync(host.heads());
    expect(head).toMatchObject({ id: 'one', isUnlisted: true });
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
    await halo.publish({ name: 'one', title: 'Number one', text: 'Text', tags: ['News'] });
    now += 60_000;
    expect(await titles()).toEqual(['Number one']);
  });

  test('titles, tags and addresses of 1,200 posts that change together are seen at the next look', async () => {
    await using halo = await startHalo();
    const write = async (tag: string) => {
      for (let index = 0; index < 1_200; index++)
        await halo.publish({ name: `post-${index}`, title: `Post ${index}`, text: 'Text', tags: [tag] });
    };
    await write('Beds');
    let now = Date.now();
    await using host = await openSite(halo.origin, {}, { clock: { now: () => now } });
    await Array.fromAsync(host.heads());
    await write('Borders');
    halo.state.permalink = ({ slug }) => `/2026/${slug}`;
    await halo.unpublish('post-7');
    now += 60_000;
    const heads = await Array.fromAsync(host.heads());
    expect(heads).toHaveLength(1_199);
    expect(heads.every(({ tags, url }) => tags[0]?.name === 'Borders' && url.startsWith('/2026/'))).toBe(
      true,
    );
  });

  test('a look at a large unchanged site is one request, a whole walk one for a thousand posts', async () => {
    await using halo = await startHalo();
    for (let index = 0; index <= 2 * thousand; index++)
      await halo.publish({ name: `post-${index}`, title: `Post ${index}`, text: 'Text' });
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
    await halo.publish({ name: 'post-7', title: 'Post 7', text: 'New text' });
    await halo.unpublish('post-8');
    await halo.publish({ name: 'new', title: 'New', text: 'Text' });
    now += 60_000;
    halo.asked.length = 0;
    const heads = await Array.fromAsync(host.heads());
    expect(heads.some(({ id }) => id === 'post-8')).toBe(false);
    expect(heads.some(({ id }) => id === 'new')).toBe(true);
  });
});
