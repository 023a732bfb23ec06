import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../server/kit/explained.ts';
import { articlePage, createWebSite, paragraph } from '../fakes/web-site.ts';
import { openSite } from '../platforms/open-site.ts';

const postOf = (id: number, home = '') => ({
  id,
  link: `${home}/post-${id}/`,
  title: { rendered: `Post ${id}` },
  content: { rendered: `<p>Text of post ${id}. \\ "[} {"</p>`, protected: false },
  excerpt: { rendered: `<p>Text of post ${id}.</p>` },
  date_gmt: '2026-01-01T00:00:00',
  modified_gmt: '2026-01-01T00:00:00',
});

const rawPostOf = (id: number) => ({ id, excerpt: { raw: id === 1 ? 'Written by hand' : '' } });

interface Trouble {
  /** Number of posts. */
  readonly posts?: number;
  /** Text before and after the JSON. */
  readonly before?: string;
  readonly after?: string;
  /** The application password that is accepted, as `user:password`. */
  accepted?: string;
  readonly hidesTotal?: boolean;
  /** Ids that are counted and not listed. */
  readonly hidden?: readonly number[];
  /** More posts than these at once end in an error of PHP. */
  readonly most?: number;
  readonly hasNoPages?: boolean;
  /** The address that its posts name. */
  readonly home?: string;
}

/** A WordPress whose interface answers as troubled ones do. */
const troubled = async (trouble: Trouble) => {
  const { posts = 3, before = '', after = '', hidden = [] } = trouble;
  const site = await createWebSite({
    '/': articlePage(
      'Welcome',
      paragraph('the site'),
      `<link rel="https://api.w.org/" href="${trouble.home ?? ''}/wp-json/">`,
    ),
  });
  site.missing = (request, response) => {
    const url = new URL(request.url ?? '', site.origin);
    const { authorization } = request.headers;
    const isAccepted = authorization === `Basic ${Buffer.from(trouble.accepted ?? '').toString('base64')}`;
    if (authorization !== undefined && !isAccepted) return void response.writeHead(401).end();
    const route = url.searchParams.get('rest_route') ?? /^\/wp-json(\/.*)$/.exec(url.pathname)?.[1] ?? '';
    const type = /^\/wp\/v2\/(posts|pages)$/.exec(route)?.[1];
    const headers = { 'content-type': 'application/json' };
    if (type === undefined || (type === 'pages' && trouble.hasNoPages))
      return void response.writeHead(404, headers).end('{"code":"rest_no_route"}');
    const size = Number(url.searchParams.get('per_page'));
    if (trouble.most !== undefined && size > trouble.most)
      return void response.writeHead(500, headers).end('Allowed memory size exhausted');
    const wanted = url.searchParams.get('include')?.split(',').map(Number);
    const every = type === 'pages' ? [] : Array.from({ length: posts }, (_, index) => index + 1);
    const found = every.filter((id) => wanted === undefined || wanted.includes(id));
    const from = (Number(url.searchParams.get('page') ?? 1) - 1) * size;
    const shown = found.slice(from, from + size).filter((id) => !hidden.includes(id));
    const totals = { 'x-wp-total': found.length, 'x-wp-totalpages': Math.ceil(found.length / size) };
    response.writeHead(200, { ...headers, ...(!trouble.hidesTotal && totals) });
    response.end(
      before +
        JSON.stringify(shown.map((id) => (isAccepted ? rawPostOf(id) : postOf(id, trouble.home)))) +
        after,
    );
  };
  return site;
};

/** Number of articles that are listed, and the text of the last one. */
const read = async (trouble: Trouble) => {
  await using site = await troubled(trouble);
  await using host = await openSite(site.origin);
  const heads = await Array.fromAsync(host.heads());
  const article = await host.article(heads.at(-1)?.id ?? '');
  return { kind: host.describe().kind, count: heads.length, text: article?.body.text };
};

describe('HOST14: a WordPress in trouble is read all the same', () => {
  test.each([
    [
      'a warning of PHP before the JSON',
      { before: '<br />\n<b>Warning</b>:  Undefined [x] in <b>/x.php</b> on line <b>3</b><br />\n' },
      3,
    ],
    [
      'a warning of PHP after the JSON, whose texts hold brackets',
      { before: '\uFEFF', after: '\n<br />\n<b>Deprecated</b>: x{} in <b>/x.php</b> [on] line <b>3</b>' },
      3,
    ],
    ['byte order marks before the JSON', { before: '\uFEFF\uFEFF' }, 3],
    ['no number of posts', { hidesTotal: true }, 3],
    ['no number of posts, on several pages', { hidesTotal: true, posts: 230 }, 230],
    ['a plugin that hides posts', { hidden: [2], posts: 3 }, 2],
    ['a plugin that removes the pages', { hasNoPages: true }, 3],
    ['a server that renders ten posts at once and no more', { most: 10, posts: 64 }, 64],
  ] as const)('%s', async (_, trouble, count) => {
    const found = await read(trouble);
    expect(found).toMatchObject({ kind: 'wordpress', count });
    expect(found.text).toContain(`Text of post ${Math.max(...[trouble].flatMap(lastIds))}`);
  });

  test('a server that is down for few posts too is down', async () => {
    await expect(read({ most: 1 })).rejects.toMatchObject({ message: 'The site answers 500' });
  });
});

const lastIds = ({ posts = 3 }: Trouble): number[] => [posts];

describe('HOST10: what an administrator can do is said', () => {
  test('a front page behind a password', async () => {
    await using site = await createWebSite();
    site.missing = (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic' }).end('no');
    await using host = await openSite(site.origin);
    await expect.poll(async () => (await host.health()).ok).toBe(false);
    expect(inEnglish((await host.health()).reason)).toMatch(/^No article was found.*without a password$/);
  });

  test('an application password that WordPress does not accept: articles are read without it', async () => {
    const trouble: Trouble = { accepted: 'ann:right' };
    await using site = await troubled(trouble);
    let now = Date.now();
    const wordpress = { user: 'ann', password: 'right' };
    await using host = await openSite(site.origin, { wordpress }, { clock: { now: () => now } });
    const readAgain = async () => {
      now += 11 * 60_000;
      return Array.fromAsync(host.heads());
    };
    const before = await readAgain();
    expect(before.map(({ excerpt }) => excerpt)).toEqual(['Written by hand', '', '']);
    expect(await host.health()).toEqual({ ok: true, reason: '' });

    trouble.accepted = 'ann:another';
    const without = await readAgain();
    expect(without.map(({ id, revision }) => [id, revision])).toEqual(
      before.map(({ id, revision }) => [id, revision]),
    );
    expect((await host.article('post-2'))?.body.text).toContain('Text of post 2');
    const { ok, reason } = await host.health();
    expect(ok).toBe(true);
    expect(inEnglish(reason)).toMatch(
      /DOCENT_WORDPRESS_PASSWORD \(401\)\. Published articles are read without them.*Make an application password/,
    );
    expect(host.describe().canWriteExcerpts).toBe(false);
    const asked = () => site.asked.filter((path) => path.includes('context=edit')).length;
    const tries = asked();
    now += 60_000;
    await Array.fromAsync(host.heads());
    expect(asked(), 'plugins lock out who tries often').toBe(tries);

    trouble.accepted = 'ann:right';
    expect(await readAgain()).toEqual(before);
    expect(await host.health()).toEqual({ ok: true, reason: '' });
    expect(host.describe().canWriteExcerpts).toBe(true);
  });

  test.each([
    [
      'an application that scripts draw',
      '<title>Harbour</title></head><body><div id="root"></div><script type="module" src="/app.js"></script>',
      /its text is put together by scripts in the browser.*prerendering/,
    ],
    [
      'a notice that the site opens later',
      '<title>Harbour</title></head><body><h1>Coming soon</h1><p>Our new site opens in May. Until then, please write to the office or call us.</p>',
      /it says that the site opens later/,
    ],
    [
      'a notice in Chinese',
      '<title>网站建设中</title></head><body><p>网站建设中，敬请期待。</p>',
      /it says that the site opens later/,
    ],
  ])('a front page that is %s', async (_, head, reason) => {
    await using site = await createWebSite({ '/': `<!doctype html><html><head>${head}</body></html>` });
    await using host = await openSite(site.origin);
    await expect
      .poll(async () => inEnglish((await host.health()).reason))
      .toMatch(/^No article was found. The front page is left out: it/);
    expect(inEnglish((await host.health()).reason)).toMatch(reason);
  });

  test('a site that has another address', async () => {
    await using site = await createWebSite({
      '/': (_, response) => void response.writeHead(301, { location: 'https://blog.example.org/' }).end(),
    });
    await using host = await openSite(site.origin);
    expect(inEnglish((await host.health()).reason)).toBe(
      'The site redirects to blog.example.org. Set DOCENT_SITE to the address at which visitors read the site',
    );
  });

  test('a platform whose interface is closed', async () => {
    await using site = await createWebSite({
      '/': articlePage('Welcome', paragraph('x'), '<link rel="https://api.w.org/" href="/wp-json/">'),
    });
    await using host = await openSite(site.origin);
    await Array.fromAsync(host.heads());
    expect(inEnglish((await host.health()).reason)).toMatch(
      /^This is WordPress, but its interface is not open to visitors \(404\)/,
    );
  });
});

test.each([
  ['https://www.harbour.example', '/post-1/'],
  ['http://harbour.example:8080', '/post-1/'],
  ['https://harbour.example/blog', '/blog/post-1/'],
])('HOST25: a WordPress that is read by an inner address and names %s', async (home, url) => {
  await using site = await troubled({ home });
  await using host = await openSite(site.origin);
  const heads = await Array.fromAsync(host.heads());
  expect(heads.map((head) => head.url).toSorted()[0]).toBe(url);
  expect(heads).toHaveLength(3);
  expect(host.describe().siteOrigin).toBe(new URL(home).origin);
  expect((await host.article(heads[0]?.id ?? ''))?.body.text).toContain('Text of post');
  expect(await host.health()).toEqual({ ok: true, reason: '' });
});
