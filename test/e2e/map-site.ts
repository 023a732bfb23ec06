import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename } from 'node:path';
import { publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { pageHtml, type SitePage } from './site-pages.ts';
import { listen } from '../fakes/listen.ts';

/** A site with articles and a service with their maps, on one origin. */
export interface MapSite extends AsyncDisposable {
  readonly site: string;
  readonly service: string;
  /** Reply of GET widget-config. */
  settings: Readonly<Record<string, unknown>>;
  /** Reply of GET mindmap by article; a missing one has no map, `undefined` is a failing service. */
  maps: Record<string, unknown>;
  /** The articles whose map was asked for. */
  readonly asked: string[];
  /** Answers to this article wait until `release`. */
  held: string;
  release(): void;
}

export const backupMap = [
  '# Backing up',
  '## [What to keep](#what)',
  '- Database and attachments',
  '- The theme lives in the data folder, next to the index that is rebuilt whenever it is missing',
  '## [Where to put it](#where)',
  '### [Another machine](#machine)',
  '- rsync',
  '## [Restoring](#gone)',
  '- Stop the service',
].join('\n');

const paragraph = `<p>One backup that restores is worth more than ten that were never tried. This article says what to keep, where, and how to rehearse a restore in five minutes, before it is needed.</p>`;
const sections = `<h2 id="what">What to keep</h2>${paragraph.repeat(6)}<h2 id="where">Where to put it</h2>${paragraph.repeat(4)}
  <h3 id="machine">Another machine</h3>${paragraph.repeat(3)}<h2 id="restore">3. Restoring it</h2>${paragraph.repeat(6)}`;
const contextOf = (postName: string) =>
  `<script type="application/json" id="ai-suite-page-context">${JSON.stringify({ type: 'post', postName })}</script>`;

/** A theme that swaps its content, as most do that do not load pages. */
const pjax = `document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-post]');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', link.getAttribute('href'));
  show(link.dataset.post);
});
addEventListener('popstate', () => show(location.pathname === '/pjax' ? 'backup' : 'other'));
function show(post) {
  const main = document.createElement('main');
  main.innerHTML = '<article data-docent-post="' + post + '"><h1>' + post + '</h1><div class="post-content">' + TEXT + '</div></article>' + LINKS;
  document.querySelector('main').replaceWith(main);
}`;
const links = `<p><a data-post="other" href="/other">Other</a> <a data-post="none" href="/none">None</a></p>`;

const bodies: Readonly<Record<string, string>> = {
  '/context': `${contextOf('backup')}<main><article><h1>Backing up</h1><div class="post-content">${paragraph}${sections}</div></article></main>`,
  '/heading': `<main><article data-docent-post="backup"><div class="entry-content"><h1>Backing up</h1>${paragraph}${sections}</div></article></main>`,
  '/reactions': `<main><section><h1>Backing up</h1>${paragraph}${sections}</section><div data-target="Post" data-id="backup"></div></main>`,
  '/comments': `<main><section>${paragraph}${sections}</section><div id="comment-content-halo-run-Post-backup"></div></main>`,
  '/halo': `<script async defer src="/halo-tracker.js" data-group="content.halo.run" data-plural="posts" data-name="backup"></script><main><section>${paragraph}${sections}</section></main>`,
  '/halo-page': `<script async defer src="/halo-tracker.js" data-group="content.halo.run" data-plural="singlepages" data-name="about"></script><main>${paragraph}${sections}</main>`,
  '/ghost': `<main><section>${paragraph}${sections}</section><script type="text/plain" data-ghost-comments="/" data-post-id="backup"></script></main>`,
  '/wordpress': `<script>document.body.className = 'single single-post postid-7 logged-in';</script><main>${paragraph}${sections}</main>`,
  '/wordpress-page': `<script>document.body.className = 'page page-id-12 page-template-default';</script><main>${paragraph}${sections}</main>`,
  '/list': `<main>${paragraph}<b data-target="Post" data-id="backup"></b><b data-target="Post" data-id="other"></b>${sections}</main>`,
  '/placeholder': `<main><article><h1>Backing up</h1><div class="post-content">${paragraph}<div id="here" data-docent-mind-map="backup"></div>${sections}</div></article></main>`,
  '/empty': `<main><h1>Empty</h1><div class="post-content">${paragraph}<div id="here" data-docent-mind-map="none" data-empty="show"></div>${sections}</div></main>`,
  '/nothing': `${contextOf('none')}<main><div class="post-content">${paragraph}${sections}</div></main>`,
  '/hostile': `${contextOf('hostile')}<main><div class="post-content">${paragraph}${sections}</div></main>`,
  '/pjax': `<main><article data-docent-post="backup"><h1>backup</h1><div class="post-content">${paragraph}${sections}</div></article>${links}</main>
    <script>${pjax.replace('TEXT', JSON.stringify(paragraph + sections).replaceAll('<', '\\u003c')).replace('LINKS', JSON.stringify(links).replaceAll('<', '\\u003c'))}</script>`,
  '/strict': `${contextOf('backup')}<main><article><h1>Backing up</h1><div class="post-content">${paragraph}${sections}</div></article></main>`,
};

const css = `body { margin: 0; font: 17px/1.75 Georgia, serif; color: #24292f; background: #fbfaf7; }
  main { max-width: 720px; margin: 0 auto; padding: 40px 20px 400px; } html.dark body { color: #d5d8dd; background: #101216; }
  html.dark a { color: #8ab4f8; }`;
const policy = `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types lit-html`;

export async function startMapSite(): Promise<MapSite> {
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://site');
    const send = (type: string, text: string | Buffer) =>
      void response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text);
    const body = bodies[pathname] ?? (/^\/(?:other|none)$/.test(pathname) ? bodies['/pjax'] : undefined);
    if (pathname === '/halo-tracker.js') return send('text/javascript', '');
    if (search === '?css') return send('text/css', css);
    if (body !== undefined) {
      if (pathname === '/strict') response.setHeader('content-security-policy', policy);
      const page: SitePage = {
        lang: 'en',
        title: 'Backing up',
        body: `${body}<script src="/widget.js" async></script>`,
      };
      return send('text/html', pageHtml(page));
    }
    if (pathname === `${publicPrefixV2}/widget-config`)
      return send('application/json', JSON.stringify(fixture.settings));
    if (pathname === `${publicPrefix}/mindmap`)
      return void answer(searchParams.get('postName') ?? '', send, () => void response.writeHead(500).end());
    if (!/^\/widget(?:\.js$|\/)/.test(pathname)) return void response.writeHead(404).end();
    void readFile(`dist/widget/${basename(pathname)}`).then(
      (file) => send('text/javascript', file),
      () => void response.writeHead(404).end(),
    );
  });
  const { origin } = await listen(server);

  async function answer(
    post: string,
    send: (type: string, text: string) => void,
    fail: () => void,
  ): Promise<void> {
    fixture.asked.push(post);
    if (post === fixture.held) await new Promise<void>((go) => waiting.add(go));
    if (post in fixture.maps && fixture.maps[post] === undefined) return fail();
    const markdown = fixture.maps[post];
    send(
      'application/json',
      JSON.stringify(markdown === undefined ? { error: 'not generated yet' } : { markdown, cached: true }),
    );
  }

  const fixture: MapSite = {
    site: origin,
    service: origin,
    settings: {},
    maps: {},
    asked: [],
    held: '',
    release() {
      for (const go of waiting) go();
      waiting.clear();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fixture;
}
