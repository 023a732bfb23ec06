import { describe, expect, test } from 'vitest';
import { inEnglish } from '../../server/kit/explained.ts';
import { articlePage, createWebSite, paragraph } from '../fakes/web-site.ts';
import { openSite } from '../platforms/open-site.ts';

const postOf = (id: number) => ({
  id,
  link: `/post-${id}/`,
  title: { rendered: `Post ${id}` },
  content: { rendered: `<p>Text of post ${id}.</p>`, protected: false },
  excerpt: { rendered: '' },
  date_gmt: '2026-01-01T00:00:00',
  modified_gmt: '2026-01-01T00:00:00',
});

interface Trouble {
  /** Number of posts. */
  readonly posts?: number;
  /** Text before the JSON. */
  readonly before?: string;
  readonly hidesTotal?: boolean;
  /** Ids that are counted and not listed. */
  readonly hidden?: readonly number[];
  /** More posts than these at once end in an error of PHP. */
  readonly most?: number;
  readonly hasNoPages?: boolean;
}

/** A WordPress whose interface answers as troubled ones do. */
const troubled = async (trouble: Trouble) => {
  const { posts = 3, before = '', hidden = [] } = trouble;
  const site = await createWebSite({
    '/': articlePage('Welcome', paragraph('the site'), '<link rel="https://api.w.org/" href="/wp-json/">'),
  });
  site.missing = (request, response) => {
    const url = new URL(request.url ?? '', site.origin);
    if (request.headers.authorization !== undefined) return void response.writeHead(401).end();
    const type = /^\/wp-json\/wp\/v2\/(posts|pages)$/.exec(url.pathname)?.[1];
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
    response.end(before + JSON.stringify(shown.map(postOf)));
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

  test('an application password that WordPress does not accept', async () => {
    await using site = await troubled({});
    await using host = await openSite(site.origin, { wordpress: { user: 'ann', password: 'wrong' } });
    await expect(Array.fromAsync(host.heads())).rejects.toMatchObject({
      message: expect.stringMatching(/DOCENT_WORDPRESS_PASSWORD \(401\)\. Make an application password/),
    });
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
