import { inEnglish } from '../../../kit/explained.ts';
import { rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createContentFolder, type ContentFolder } from '../../../../test/fakes/content-folder.ts';
import type { Host } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import { createEmbeddedHost } from './embedded.ts';
import { createMemoryStores } from './stores.ts';
import { defaultWatchRules, type WatchRules } from './watch.ts';

/** Rescans soon after events of the file system only. */
const alert: WatchRules = { quietMs: 20, maxWaitMs: 100, rescanMs: 60_000 };
/** Rescans by timer only. */
const watchful: WatchRules = { quietMs: 600_000, maxWaitMs: 600_000, rescanMs: 50 };
const clock = { time: Date.UTC(2026, 10, 21), now: () => clock.time };

interface Site extends AsyncDisposable {
  readonly folder: ContentFolder;
  readonly host: Host;
  readonly warnings: readonly Readonly<Record<string, unknown>>[];
  get(path: string, language?: string): Promise<string>;
  status(path: string): Promise<number>;
}

const ignore = () => {};

const open = async (files: Readonly<Record<string, string | Uint8Array>>, watch = alert): Promise<Site> => {
  const folder = await createContentFolder(files);
  const warnings: Readonly<Record<string, unknown>>[] = [];
  const log: Log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (fields) => void warnings.push(fields),
  };
  const host = await createEmbeddedHost({ ...folder, log, clock, stores: createMemoryStores(), watch });
  const page = (path: string, language = 'en') =>
    host.page?.(path, { language, origin: 'https://site.example' });
  return {
    folder,
    host,
    warnings,
    get: async (path, language) => {
      const found = await page(path, language);
      return found === undefined ? '' : Buffer.from(found.body).toString();
    },
    status: async (path) => (await page(path))?.status ?? 404,
    async [Symbol.asyncDispose]() {
      await host.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};

const titles = async (host: Host) => (await Array.fromAsync(host.heads())).map((head) => head.title);

test('RUN9: the folder is read when it is first asked for, and then by itself', async () => {
  const folder = await createContentFolder({ 'one.md': '---\ntitle: One\n---\nText' });
  const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const host = await createEmbeddedHost({ ...folder, log, clock, watch: { ...watchful, rescanMs: 600_000 } });
  // Nothing was scanned yet, so the articles present at the start are unknown.
  await folder.write('two.md', '---\ntitle: Two\n---\nText');
  expect(await titles(host)).toEqual(expect.arrayContaining(['One', 'Two']));
  expect(await host.health()).toEqual({ ok: true, reason: '' });
  await host.close();
  await folder[Symbol.asyncDispose]();
});

test("an article is served with heading ids, neighbours and the widget's page context", async () => {
  await using site = await open({
    'en/one.md':
      '---\ntitle: One\ndate: 2026-01-01\ntags: [News]\n---\n## First part\n\nSee [two](two.md#end).',
    'en/two.md': '---\ntitle: "Two </script>"\ndate: 2026-02-01\n---\nText',
  });
  const page = await site.get('/archives/one');
  const [head] = await Array.fromAsync(site.host.heads());
  expect(page).toContain('<h2 id="first-part">First part</h2>');
  expect(page).toContain('<a href="/archives/two#end">two</a>');
  expect(page).toContain('<script src="/widget.js" async');
  expect(page).toContain('rel="next"');
  expect(page).toContain('href="/tags/news"');
  const two = await site.get('/archives/two');
  expect(two).toContain(
    `<script type="application/json" id="ai-suite-page-context">{"type":"post","postName":"${head?.id}"}</script>`,
  );
  expect(two).not.toContain('Two </script>');
});

test('HOST17: MDX is published as its text, and its parts are not', async () => {
  await using site = await open({
    'moss.mdx':
      '---\ntitle: Moss\n---\nimport A from \'a\'\n\n<A title="Shade">It likes shade.</A>\n\nSee [one](./one).',
    '_part.mdx': 'A part',
    'one.md': '---\ntitle: One\n---\nText',
  });
  expect((await titles(site.host)).toSorted()).toEqual(['Moss', 'One']);
  const page = await site.get('/archives/moss');
  for (const shown of ['It likes shade', '<strong>Shade</strong>', 'href="/archives/one"'])
    expect(page).toContain(shown);
  expect(page).not.toContain('import A');
});

test('pages hold no inline script or style', async () => {
  await using site = await open({ 'one.md': '---\ntitle: One\n---\nText' });
  for (const path of ['/', '/archives', '/tags', '/archives/one']) {
    const page = await site.get(path);
    expect(page.match(/<script(?![^>]*(?:src=|application\/json))/g)).toBeNull();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
  }
});

test('the front page speaks the language asked for and offers the chat in place', async () => {
  await using site = await open({
    'site.yaml':
      'title: { zh: 手册, en: Handbook }\ndescription: About it\nquestions: { zh: [怎么接入？], en: [How do I begin?, 7] }\n',
    'en/one.md': '---\ntitle: English one\n---\nText',
    'zh/one.md': '---\ntitle: 中文一\n---\n正文',
  });
  const zh = await site.get('/', 'zh-CN');
  expect(zh).toContain('<html lang="zh-CN">');
  expect(zh).toContain('name="docent-question" content="怎么接入？"');
  expect(zh).toContain('中文一');
  expect(zh).not.toContain('English one');
  const en = await site.get('/', 'en');
  expect(en).toContain('<docent-chat inline></docent-chat>');
  expect(en.match(/docent-question/g)).toHaveLength(1);
  expect(en).toContain('<h1 dir="auto">Handbook</h1>');
  expect(await site.get('/archives/one')).toContain('href="/archives/one-zh"');
  expect(site.host.describe()).toMatchObject({
    siteTitle: 'Handbook',
    siteTitles: { zh: '手册', en: 'Handbook' },
  });
});

test('WG76: an article names the questions that the chat offers on its page', async () => {
  await using site = await open({
    'one.md': '---\ntitle: One\nquestions:\n  - How do I <begin>?\n  - 7\n  - ""\n---\nText',
    'two.md': '---\ntitle: Two\nquestions: Only this?\n---\nText',
    'three.md': `---\ntitle: Three\nquestions: ${'long '.repeat(50)}\n---\nText`,
  });
  const offered = async (path: string) =>
    [...(await site.get(path)).matchAll(/name="docent-question" content="([^"]*)"/g)].map(([, text]) => text);
  expect(await offered('/archives/one')).toEqual(['How do I &#60;begin&#62;?']);
  expect(await offered('/archives/two')).toEqual(['Only this?']);
  expect(await offered('/archives/three')).toEqual([]);
});

test('a site that names no questions offers none, least of all those of another', async () => {
  await using site = await open({ 'one.md': '---\ntitle: One\n---\nText' });
  const page = await site.get('/', 'en');
  expect(page).not.toContain('docent-question');
  expect(page).toContain('class="closed"');
});

test('drafts, future, expired and limited articles are on no page and in no list', async () => {
  const hidden = {
    draft: 'draft: true',
    future: 'date: 2030-01-01',
    expired: 'expiryDate: 2020-01-01',
    limited: 'private: true',
  };
  await using site = await open({
    'seen.md': '---\ntitle: Seen\ntags: [t]\n---\nText',
    ...Object.fromEntries(
      Object.entries(hidden).map(([name, head]) => [
        `${name}.md`,
        `---\ntitle: Secret ${name}\ntags: [t]\ncategories: [secret]\n${head}\n---\nSecret text ![](secret.png)`,
      ]),
    ),
    '_drafts/idea.md': '---\ntitle: Secret idea\n---\nText',
    '.hidden/x.md': '---\ntitle: Secret hidden\n---\nText',
  });
  for (const path of [
    '/',
    '/archives',
    '/tags',
    '/tags/t',
    '/categories',
    '/feed.xml',
    '/sitemap.xml',
    '/archives/seen',
  ])
    expect(await site.get(path)).not.toMatch(/secret|limited/i);
  for (const name of Object.keys(hidden)) expect(await site.status(`/archives/${name}`)).toBe(404);
  expect(await titles(site.host)).toEqual(['Secret limited', 'Seen']);
});

test('an article comes due and expires without a change of the folder', async () => {
  await using site = await open({
    'a.md': '---\ntitle: A\ndate: 2026-12-01\nexpiryDate: 2026-12-03\n---\nText',
  });
  expect(await titles(site.host)).toEqual([]);
  clock.time = Date.UTC(2026, 11, 2);
  expect(await titles(site.host)).toEqual(['A']);
  expect(await site.status('/archives/a')).toBe(200);
  clock.time = Date.UTC(2026, 11, 3);
  expect(await titles(site.host)).toEqual([]);
  expect(await site.status('/archives/a')).toBe(404);
  clock.time = Date.UTC(2026, 10, 21);
});

test('a change is seen by the usual rules, and calls back', async () => {
  await using site = await open({ 'a.md': '---\ntitle: First\n---\nText' }, defaultWatchRules);
  const hint = vi.fn<() => void>();
  site.host.onChange(hint);
  expect(await titles(site.host)).toEqual(['First']);
  await site.folder.write('a.md', '---\ntitle: Second\n---\nText');
  await site.folder.write('new/deep/b.md', '---\ntitle: New\n---\nText');
  await vi.waitFor(async () => expect((await titles(site.host)).toSorted()).toEqual(['New', 'Second']), {
    timeout: 30_000,
    interval: 20,
  });
  await vi.waitFor(() => expect(hint).toHaveBeenCalled(), { timeout: 30_000 });
  await site.folder.remove('new');
  await vi.waitFor(async () => expect(await titles(site.host)).toEqual(['Second']), {
    timeout: 30_000,
    interval: 20,
  });
});

test('a folder that another one replaces, and one that comes anew, are watched as well', async () => {
  await using site = await open({ 'part/a.md': '---\ntitle: Former\n---\nText' });
  expect(await titles(site.host)).toEqual(['Former']);
  const part = join(site.folder.contentDir, 'part');
  await site.folder.write('.next/b.md', '---\ntitle: Later\n---\nText');
  await rename(part, `${site.folder.contentDir}-former`);
  await rename(join(site.folder.contentDir, '.next'), part);
  const eventually = (expected: readonly string[]) =>
    vi.waitFor(async () => expect((await titles(site.host)).toSorted()).toEqual(expected), {
      timeout: 30_000,
      interval: 20,
    });
  await eventually(['Later']);
  await site.folder.write('part/b.md', '---\ntitle: Latest\n---\nText');
  await eventually(['Latest']);
  await site.folder.write('new/deep/c.md', '---\ntitle: New\n---\nText');
  await eventually(['Latest', 'New']);
  await rm(`${site.folder.contentDir}-former`, { recursive: true });
});

test('folders below one that another replaces are watched as well', async () => {
  await using site = await open({ 'part/below/a.md': '---\ntitle: Former\n---\nText' });
  expect(await titles(site.host)).toEqual(['Former']);
  const part = join(site.folder.contentDir, 'part');
  const eventually = (expected: readonly string[]) =>
    vi.waitFor(async () => expect((await titles(site.host)).toSorted()).toEqual(expected), {
      timeout: 30_000,
      interval: 20,
    });
  await site.folder.write('.next/below/b.md', '---\ntitle: Later\n---\nText');
  await rename(part, join(site.folder.contentDir, 'former'));
  await rename(join(site.folder.contentDir, '.next'), part);
  await eventually(['Former', 'Later']);
  await site.folder.write('part/below/b.md', '---\ntitle: Latest\n---\nText');
  await eventually(['Former', 'Latest']);
  await site.folder.write('former/below/a.md', '---\ntitle: Formerly\n---\nText');
  await eventually(['Formerly', 'Latest']);
});

test('HOST31: a link that leads to the folder is watched as well, however many are on the way', async () => {
  await using site = await open({ 'one/docs/a.md': '---\ntitle: First\n---\nText' });
  const place = site.folder.contentDir;
  await site.folder.write('two/docs/b.md', '---\ntitle: Second\n---\nText');
  await symlink('one', join(place, 'current'));
  await symlink(join('current', 'docs'), join(place, 'published'));
  const linked = { ...site.folder, contentDir: join(place, 'published') };
  const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const host = await createEmbeddedHost({ ...linked, log, clock, watch: alert });
  const eventually = (expected: readonly string[]) =>
    vi.waitFor(async () => expect((await titles(host)).toSorted()).toEqual(expected), {
      timeout: 30_000,
      interval: 20,
    });
  try {
    await eventually(['First']);
    await symlink('two', join(place, 'next'));
    await rename(join(place, 'next'), join(place, 'current'));
    await eventually(['Second']);
    await site.folder.write('two/docs/c.md', '---\ntitle: Third\n---\nText');
    await eventually(['Second', 'Third']);
    await rm(join(place, 'published'));
    await symlink(join('one', 'docs'), join(place, 'published'));
    await eventually(['First']);
  } finally {
    await host.close();
  }
});

test('HOST31: a link is watched as well while the folder behind it, or the link itself, is missing', async () => {
  await using site = await open({ 'one/readme.txt': 'Nothing yet' });
  const place = site.folder.contentDir;
  await site.folder.write('two/docs/b.md', '---\ntitle: Second\n---\nText');
  await symlink('one', join(place, 'current'));
  const linked = { ...site.folder, contentDir: join(place, 'current', 'docs') };
  const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const host = await createEmbeddedHost({ ...linked, log, clock, watch: alert });
  try {
    // The first look finds nothing, and watches for what may come.
    await expect(titles(host)).rejects.toThrow();
    await symlink('two', join(place, 'next'));
    await rename(join(place, 'next'), join(place, 'current'));
    await vi.waitFor(async () => expect(await titles(host)).toEqual(['Second']), {
      timeout: 30_000,
      interval: 20,
    });
    await rm(join(place, 'current'));
    await vi.waitFor(async () => expect(titles(host)).rejects.toThrow(), { timeout: 30_000, interval: 20 });
    await site.folder.write('three/docs/c.md', '---\ntitle: Third\n---\nText');
    await symlink('three', join(place, 'current'));
    await vi.waitFor(async () => expect(await titles(host)).toEqual(['Third']), {
      timeout: 30_000,
      interval: 20,
    });
  } finally {
    await host.close();
  }
});

test('HOST31: files that one link replaces at once, as in a volume of Kubernetes, are looked at again', async () => {
  await using site = await open({ '..first/a.md': '---\ntitle: First\n---\nText' });
  const place = site.folder.contentDir;
  await symlink('..first', join(place, '..data'));
  await symlink(join('..data', 'a.md'), join(place, 'a.md'));
  const eventually = (expected: readonly string[]) =>
    vi.waitFor(async () => expect(await titles(site.host)).toEqual(expected), {
      timeout: 30_000,
      interval: 20,
    });
  await eventually(['First']);
  await site.folder.write('..second/a.md', '---\ntitle: Second\n---\nText');
  await symlink('..second', join(place, '..next'));
  await rename(join(place, '..next'), join(place, '..data'));
  await eventually(['Second']);
});

test('a change that no event tells of is found by looking again', async () => {
  await using site = await open({ 'a.md': '---\ntitle: First\n---\nText' }, watchful);
  await site.folder.write('a.md', '---\ntitle: Other\n---\nText');
  await vi.waitFor(async () => expect(await titles(site.host)).toEqual(['Other']), {
    timeout: 30_000,
    interval: 20,
  });
});

test('a draft is gone from its page at once, before the folder is looked at again', async () => {
  await using site = await open(
    { 'a.md': '---\ntitle: A\n---\nText' },
    { ...alert, quietMs: 600_000, maxWaitMs: 600_000 },
  );
  const [head] = await Array.fromAsync(site.host.heads());
  expect(await site.status('/archives/a')).toBe(200);
  await site.folder.write('a.md', '---\ntitle: A\ndraft: true\n---\nText');
  expect(await site.status('/archives/a')).toBe(404);
  expect(await site.host.article(head?.id ?? '')).toBeUndefined();
  expect(await titles(site.host)).toEqual([]);
});

test('equal content under a new time is no new revision, and the same path no new id', async () => {
  await using site = await open({ 'a.md': '---\ntitle: A\n---\nText' }, watchful);
  const [before] = await Array.fromAsync(site.host.heads());
  await utimes(join(site.folder.contentDir, 'a.md'), new Date(), new Date(Date.UTC(2026, 5, 1)));
  await vi.waitFor(
    async () => {
      const [after] = await Array.fromAsync(site.host.heads());
      expect(after).toMatchObject({
        id: before?.id,
        revision: before?.revision,
        modifiedAt: '2026-06-01T00:00:00.000Z',
      });
    },
    { timeout: 30_000 },
  );
});

test('KN18: bytes that are no text are left out with the reason, a few broken characters are not', async () => {
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919 + 13) % 251));
  await using site = await open({
    'random.md': bytes,
    'latin-1.md': Buffer.from('ä ö ü ß '.repeat(200), 'latin1'),
    'good.md': Buffer.concat([Buffer.from(`# Good\n\n${'Text. '.repeat(100)}`), Buffer.from([0xe4])]),
  });
  expect(await titles(site.host)).toEqual(['Good']);
  expect(site.warnings).toMatchObject([
    { path: expect.any(String), reason: 'not a text in UTF-8' },
    { path: expect.any(String), reason: 'not a text in UTF-8' },
  ]);
});

test('an unreadable file is left out and logged once, and the site keeps running', async () => {
  await using site = await open({
    'good.md': '---\ntitle: Good\n---\nText',
    'bad.md': '---\ntitle: Bad\nx: "\n---\nText',
    'huge.md': Buffer.alloc(5_000_001, 97),
    'empty.md': '',
  });
  expect(await titles(site.host)).toEqual(['Good']);
  const health = await site.host.health();
  expect(health.ok).toBe(true);
  expect(inEnglish(health.reason)).toMatch(/^Files left out: 3\. /);
  expect(inEnglish(health.reason)).toContain('bad.md line 4');
  expect(new Set(site.warnings.map((fields) => fields['path']))).toEqual(
    new Set(['bad.md', 'empty.md', 'huge.md']),
  );
  await site.folder.write('good.md', '---\ntitle: Better\n---\nText');
  await vi.waitFor(async () => expect(await titles(site.host)).toEqual(['Better']), { timeout: 30_000 });
  expect(site.warnings).toHaveLength(3);
  await site.folder.write('bad.md', '---\ntitle: Mended\n---\nText');
  await vi.waitFor(async () => expect((await titles(site.host)).toSorted()).toEqual(['Better', 'Mended']), {
    timeout: 30_000,
  });
});

test('a folder that cannot be read makes articles unavailable, never gone', async () => {
  await using site = await open({ 'a.md': '---\ntitle: A\n---\nText' }, watchful);
  const away = `${site.folder.contentDir}-away`;
  await rename(site.folder.contentDir, away);
  await vi.waitFor(async () => expect(await site.host.health()).toMatchObject({ ok: false }), {
    timeout: 30_000,
  });
  await expect(titles(site.host)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(site.host.article('a')).rejects.toMatchObject({ code: 'unavailable' });
  await rename(away, site.folder.contentDir);
  await vi.waitFor(async () => expect(await titles(site.host)).toEqual(['A']), { timeout: 30_000 });
});

test('a missing folder does not keep the service from starting', async () => {
  await using folder = await createContentFolder();
  await rm(folder.contentDir, { recursive: true });
  const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const host = await createEmbeddedHost({ ...folder, log, clock, watch: alert });
  expect(await host.health()).toMatchObject({
    ok: false,
    reason: { text: 'The content folder cannot be read: it is not there (ENOENT)' },
  });
  await folder.write('a.md', '---\ntitle: A\n---\nText');
  await vi.waitFor(async () => expect(await titles(host)).toEqual(['A']), { timeout: 30_000 });
  await host.close();
});

test('links that leave the folder are not followed, links inside are, and loops end', async () => {
  await using outside = await createContentFolder({
    'secret.md': '---\ntitle: Secret\n---\nx',
    'secret.png': 'x',
  });
  await using folder = await createContentFolder({ 'real/a.md': '---\ntitle: A\n---\nText' });
  await symlink(join(outside.contentDir, 'secret.md'), join(folder.contentDir, 'b.md'));
  await symlink(join(outside.contentDir, 'secret.png'), join(folder.contentDir, 'c.png'));
  await symlink(outside.contentDir, join(folder.contentDir, 'elsewhere'));
  await symlink(folder.contentDir, join(folder.contentDir, 'real', 'loop'));
  const warnings: unknown[] = [];
  const log: Log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (fields) => void warnings.push(fields['path']),
  };
  const host = await createEmbeddedHost({
    ...folder,
    log,
    clock,
    stores: createMemoryStores(),
    watch: alert,
  });
  expect(await titles(host)).toEqual(['A']);
  expect(new Set(warnings)).toEqual(new Set(['b.md', 'c.png', 'elsewhere']));
  for (const path of ['/media/c.png', '/media/elsewhere/secret.png'])
    expect(await host.page?.(path, { language: 'en', origin: '' })).toBeUndefined();
  await host.close();
});

test('files beside articles are served, nothing else is', async () => {
  await using site = await open({
    'a.md': '---\ntitle: A\n---\n![x](图/b%20c.svg)',
    '图/b c.svg': '<svg/>',
    'app.js': 'alert(1)',
    'page.html': '<script>',
    '.env.png': 'secret',
    'site.yaml': 'title: x',
  });
  await writeFile(join(site.folder.dataDir, 'x.png'), 'secret');
  const svg = await site.host.page?.('/media/图/b c.svg', { language: 'en', origin: '' });
  expect(svg).toMatchObject({ status: 200, contentType: 'image/svg+xml' });
  expect(await site.get('/archives/a')).toContain('src="/media/%E5%9B%BE/b%20c.svg"');
  const refused = [
    '/media/app.js',
    '/media/page.html',
    '/media/.env.png',
    '/media/a.md',
    '/media/site.yaml',
    '/media/../data/x.png',
    '/media/图/../../data/x.png',
    '/media/图/../图/b c.svg',
    '/media//etc/passwd',
    '/media/..\\data\\x.png',
    '/media/图/b c.svg\0.png',
    '/media/',
    '/upload/../site-state.json',
    '/upload/x.png',
  ];
  for (const path of refused) expect([path, await site.status(path)]).toEqual([path, 404]);
});

test('symbolic links without a target are reported and left out', async () => {
  await using site = await open({ 'a.md': '---\ntitle: A\n---\nText' }, watchful);
  await symlink('nowhere.md', join(site.folder.contentDir, 'dangling.md'));
  await vi.waitFor(
    async () =>
      expect(inEnglish((await site.host.health()).reason)).toContain(
        'dangling.md: a symbolic link that leads nowhere',
      ),
    { timeout: 30_000 },
  );
  expect(await titles(site.host)).toEqual(['A']);
});

test('views are counted on article pages and listed with the articles', async () => {
  await using site = await open({ 'a.md': '---\ntitle: A\n---\nText' });
  await site.get('/archives/a');
  await site.get('/archives/a');
  await site.get('/archives');
  clock.time += 10_000;
  expect((await Array.fromAsync(site.host.heads())).map((head) => head.visits)).toEqual([2]);
});

test("an excerpt of the file is a person's; one that was asked for stands before it until it is cleared", async () => {
  await using site = await open({ 'a.md': '---\ntitle: A\ndescription: By hand\n---\nText' });
  const head = async () => (await Array.fromAsync(site.host.heads()))[0];
  const id = (await head())?.id ?? '';
  expect(await head()).toMatchObject({ excerpt: 'By hand', excerptIsManual: true });
  await site.host.writeExcerpt(id, 'By model', {});
  expect(await head()).toMatchObject({ excerpt: 'By model', excerptIsManual: false });
  await site.host.writeExcerpt(id, '', {});
  expect(await head()).toMatchObject({ excerpt: 'By hand', excerptIsManual: true });
  await expect(site.host.writeExcerpt(id, 'x'.repeat(3000), {})).rejects.toMatchObject({ code: 'invalid' });
});

test('lists have pages, and old addresses lead to the article', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [
      `en/p${n}.md`,
      `---\ntitle: Post ${n}\ndate: 2026-01-01\ntags: all\n---\nText`,
    ]),
  );
  await using site = await open({
    ...many,
    'old.md': '---\ntitle: Old\npermalink: /2019/05/old.html\n---\nText',
  });
  expect(await site.get('/archives')).toContain('/archives/page/2?lang=en');
  expect(await site.status('/archives/page/3')).toBe(200);
  expect(await site.status('/archives/page/4')).toBe(404);
  expect(await site.status('/tags/all/page/3')).toBe(200);
  const moved = await site.host.page?.('/2019/05/old.html', { language: 'en', origin: '' });
  expect(moved).toMatchObject({ status: 301, location: '/archives/old' });
  expect(await site.host.page?.('/archives/old/', { language: 'en', origin: '' })).toMatchObject({
    status: 301,
    location: '/archives/old',
  });
});

test('feed, sitemap and robots name the public pages only, escaped', async () => {
  await using site = await open({ 'a.md': '---\ntitle: A & <B>\ndate: 2026-01-01\n---\nText' });
  const feed = await site.get('/feed.xml');
  expect(feed).toContain('<title>A &#38; &#60;B&#62;</title>');
  expect(feed).toContain('<link href="https://site.example/archives/a"/>');
  expect(feed.startsWith('<?xml')).toBe(true);
  expect(await site.get('/sitemap.xml')).toContain('<loc>https://site.example/archives/a</loc>');
  expect(await site.get('/robots.txt')).toContain('Disallow: /apis/');
});

test('a stored image is served where its address says', async () => {
  await using site = await open({});
  const bytes = Buffer.from('\x89PNG\r\n\x1A\n............', 'latin1');
  const stored = await site.host.putImage({ bytes, mediaType: 'image/png', fileName: 'x' }, 'local', 'pet');
  expect(await site.host.page?.(stored.url, { language: 'en', origin: '' })).toMatchObject({
    contentType: 'image/png',
    body: bytes,
  });
  expect(await site.host.getImage(`https://site.example${stored.url}?x=1`)).toEqual(bytes);
  expect(await site.host.getImage('https://site.example/elsewhere.png')).toBeUndefined();
});
