/** A page of the site on which the widget is a guest. */
export interface SitePage {
  readonly lang: string;
  readonly title: string;
  readonly body: string;
  readonly css?: string;
  /** True when its document type is missing: browsers then follow rules of the nineties, also in shadow roots. */
  readonly isQuirky?: boolean;
  /** True when it is sent as XHTML, which browsers parse as XML. */
  readonly isXml?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

const zhArticle = `
  <p class="meta">2026 年 9 月 12 日 · 运维</p>
  <p>一份能真正恢复的备份，比十份没有演练过的备份更有用。这篇文章说明需要备份什么、放在哪里，以及怎样在五分钟内把恢复过程演练一遍。</p>
  <h2 id="what">需要备份什么</h2>
  <p>数据库、附件和主题都在数据目录里。缓存可以重新生成，不必备份。</p>
  <h2 id="restore">恢复</h2>
  <p>恢复之前请先停止服务，再把整个数据目录复制回原来的位置。</p>`;

const enArticle = `
  <p class="meta">12 September 2026 · Operations</p>
  <p>One backup that restores is worth more than ten that were never tried. This article says what to keep, where, and how to rehearse a restore in five minutes.</p>
  <h2 id="what">What to keep</h2>
  <p>The database, the attachments and the theme live in the data folder. Caches are rebuilt and need no copy.</p>
  <h2 id="restore">Restoring</h2>
  <p>Stop the service before you restore, then copy the whole data folder back to where it was.</p>`;

const baseCss = `
  body { margin: 0; font: 17px/1.75 Georgia, 'Noto Serif CJK SC', serif; color: #24292f; background: #fbfaf7; }
  main { max-width: 680px; margin: 0 auto; padding: 48px 24px 120px; }
  h1 { font-size: 32px; line-height: 1.3; margin: 0 0 8px; }
  .meta { color: #6a6a63; font-size: 14px; }
  html.dark body { color: #d5d8dd; background: #101216; }
  html.dark .meta { color: #9aa1ab; }`;

/** Styles of a theme that shouts: nothing of it may reach into the widget. */
const loudCss = `
  * { letter-spacing: 3px !important; text-transform: uppercase; font-family: monospace; box-sizing: content-box; }
  html { font-size: 62.5%; }
  div, section { border: 3px dashed magenta; padding: 9px; background: #ff0; float: left; }
  button, a, textarea, input, p, span { color: red !important; font-size: 30px !important; display: block !important; border: 4px solid lime !important; width: 100% !important; }
  svg { width: 200px; height: 200px; fill: red; }
  dialog { display: none !important; }
  .hidden, .answer, .question, .tool, .card, .icon { display: none !important; }`;

/** Themes that mean no harm to their own pages and much to a guest's. */
const rudeThemes = {
  loud: loudCss,
  reset: `*, *::before, *::after { all: unset !important; font-family: 'Comic Sans MS' !important; }`,
  strangers: `body > :not(main), html > :not(head):not(body) { display: none !important; visibility: hidden !important; opacity: 0 !important; pointer-events: none !important; }
    [hidden] { display: block !important; } button, dialog, form { all: revert !important; }`,
  frame: `body { transform: translateZ(0); filter: grayscale(0.2); overflow-x: hidden; min-height: 200vh; }
    body * { position: relative; z-index: 9999; }`,
  giant: `html { font-size: 40px; writing-mode: vertical-rl; text-align: center; letter-spacing: 0.3em; line-height: 4; word-spacing: 20px; cursor: wait; }
    html, body { text-transform: uppercase; text-indent: 4em; font-weight: 900; font-style: italic; white-space: nowrap; visibility: visible; }
    ::part(x), ::slotted(*) { color: red; } :focus, :focus-visible { outline: 10px solid red !important; }`,
} as const;

export const rudeThemeNames = Object.keys(rudeThemes);

/** What a page puts in the place of `window.Docent` until the script is there, as the handbook shows it. */
const stub = `window.Docent ??= { q: [] };
for (const name of ['open', 'close', 'ask', 'search', 'closeSearch', 'on', 'destroy'])
  Docent[name] ??= (...args) => {
    const said = new Promise((done, fail) => Docent.q.push([name, args, done, fail]));
    said.catch(() => {});
    return said;
  };`;

/** A site that changes its pages without loading them: `data-swap` says how much of the page is replaced. */
const pjaxScript = `document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-swap]');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  const main = document.createElement('main');
  main.innerHTML = '<h1>' + link.textContent + '</h1><a data-swap="body" href="/pjax/2">Body</a> <a data-swap="main" href="/pjax/3">Main</a>';
  if (link.dataset.swap === 'main') return void document.querySelector('main').replaceWith(main);
  const body = document.createElement('body');
  const script = document.createElement('script');
  script.src = WIDGET;
  body.append(main, script);
  document.body.replaceWith(body);
});`;

/** Content security policy of a strict site: its own files, and the service for scripts and requests. */
const strictPolicy = (service: string) =>
  [
    `default-src 'none'`,
    `script-src ${service}`,
    `connect-src ${service}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');

/** The pages of the site by path, for a service at the given origin. */
export function sitePages(service: string): Readonly<Record<string, SitePage>> {
  const script = `<script src="${service}/widget.js" async></script>`;
  const zh = {
    lang: 'zh-CN',
    title: '把站点备份好',
    body: `<main><h1>把站点备份好</h1>${zhArticle}</main>${script}`,
  };
  const en = {
    lang: 'en',
    title: 'Backing up',
    body: `<main><h1>Backing up</h1>${enArticle}</main>${script}`,
  };
  const inline = (page: SitePage) => ({
    ...page,
    body: `<main><h1>${page.title}</h1><docent-chat inline></docent-chat></main>${script}`,
  });
  return {
    '/zh': zh,
    '/en': en,
    '/articles/backup': {
      ...en,
      body: `<article><h1>Backing up</h1>${enArticle}<p>${'Long text. '.repeat(900)}</p></article>${script}`,
    },
    '/en/site': {
      ...en,
      body: `<main><h1>Elsewhere</h1></main><script src="${service}/widget.js" data-site="https://articles.example/blog" data-text-welcome="Ahoy" async></script>`,
    },
    '/articles/upgrade': zh,
    '/articles/docker': zh,
    '/zh/inline': inline(zh),
    '/en/inline': inline(en),
    '/en/search': {
      ...en,
      body: `<main><h1>Find</h1><input id="own" placeholder="Own field"><button data-docent-search hidden>Search</button>
        <a href="/en?q=docker" data-docent-search="docker">Docker</a></main>${script}`,
    },
    '/en/strict': { ...en, headers: { 'content-security-policy': strictPolicy(service) } },
    '/en/loud': { ...en, css: loudCss },
    ...Object.fromEntries(
      Object.entries(rudeThemes).map(([name, css]) => [`/theme/${name}`, { ...en, css }]),
    ),
    '/pjax': {
      ...en,
      css: loudCss,
      body: `<main><h1>One</h1><a data-swap="body" href="/pjax/2">Body</a> <a data-swap="main" href="/pjax/3">Main</a></main>${script}
        <script>${pjaxScript.replace('WIDGET', `'${service}/widget.js'`)}</script>`,
    },
    '/preview': {
      ...en,
      body: `<main><iframe src="/en?ai-preview=1" width="900" height="700"></iframe></main>`,
    },
    '/en/crowded': {
      ...en,
      css: `#top { position: fixed; right: 16px; bottom: 20px; width: 48px; height: 48px; z-index: 2147483647; }
        #cookie { position: fixed; left: 0; right: 0; bottom: 0; height: 60px; background: #ccc; }`,
      body: `<main><h1>Crowded</h1></main><div id="cookie">Cookies</div><button id="top">↑</button>${script}`,
    },
    // Both run before the page is parsed, so that neither finds the other at work.
    '/en/twice': {
      ...en,
      body: `<script>addEventListener('docent:ready', () => (document.title += ' ready'))</script>
        ${en.body.replace(script, script.replace(' async', '').repeat(2))}`,
    },
    '/en/nonce': {
      ...en,
      body: en.body.replace('<script ', '<script nonce="n0nce" '),
      headers: {
        'content-security-policy': `default-src 'none'; script-src 'nonce-n0nce' 'strict-dynamic'; style-src 'self' 'nonce-n0nce'; connect-src ${service}; base-uri 'none'`,
      },
    },
    '/en/early': {
      ...en,
      body: `<script>${stub}
        window.seen = [];
        for (const name of ['ready', 'open', 'close', 'ask', 'answer', 'limit', 'error'])
          Docent.on(name, (detail) => seen.push([name, detail?.question ?? detail?.reason ?? '']));
        Docent.ask('Asked early?').then((result) => (window.early = result));</script>
        ${en.body}<dialog id="modal"><button id="help" onclick="Docent.open()">Help</button></dialog>`,
    },
    '/en/hotkeys': {
      ...en,
      body: `<main><button data-docent-open="How do I pay?">Own button</button></main>
        ${script.replace(' async', ' data-launcher="none" async')}
        <script>window.stolen = []; document.addEventListener('keydown', (event) => {
          if (/INPUT|TEXTAREA/.test(event.target.tagName) || !'/sn'.includes(event.key)) return;
          stolen.push(event.key); event.preventDefault();
        })</script>`,
    },
    '/en/combined': {
      ...en,
      body: `<main><h1>Combined</h1></main><script>window.Docent ??= { origin: '${service}', q: [] };
        fetch('${service}/widget.js').then((reply) => reply.text()).then((code) => {
          const inlined = document.createElement('script');
          inlined.textContent = code;
          document.head.append(inlined);
        })</script>`,
    },
    '/en/tiny': { ...en, css: 'html { font-size: 10px; } * { all: unset; }' },
    '/en/zoomed': { ...en, css: 'html { zoom: 1.5; }' },
    '/en/zoomed-body': { ...en, css: 'body { zoom: 1.5; }' },
    '/en/quirks': { ...en, isQuirky: true },
    '/en/xml': {
      ...en,
      isXml: true,
      body: `<main><h1>Backing up</h1>${enArticle}<button data-docent-search="">Search</button></main>${script.replace(' async', ' async="async"')}`,
    },
    '/en/huge': { ...en, css: 'html { font-size: 200%; }' },
    '/en/layers': {
      ...en,
      css: `#bar, #curtain { position: fixed; z-index: 2147483647; inset: 0 0 auto; height: 400px; background: #ddd; }
        #curtain { inset: 400px 0 auto; height: 200px; }`,
      // They come after the widget, as what other scripts add late.
      body: `${en.body}<script>addEventListener('docent:ready', () => setTimeout(() =>
        document.body.insertAdjacentHTML('beforeend', '<div id="bar"></div><div id="curtain"></div>'), 50))</script>`,
    },
    '/de': { ...en, lang: 'de' },
    '/ru': { ...en, lang: 'ru' },
    '/frame': {
      ...en,
      body: `<main><iframe title="Chat" src="${service}/embed.html" width="700" height="600"></iframe></main>`,
    },
    '/ar': { ...en, lang: 'ar" dir="rtl' },
    '/rtl': { ...en, lang: 'en" dir="rtl' },
    '/ltr': { ...en, lang: 'fa" dir="ltr' },
  };
}

/** The page as HTML. Styles come from a file of the site, as a cautious policy wants. */
export function pageHtml({ lang, title, body, isQuirky, isXml }: SitePage): string {
  if (isXml)
    return `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="${lang}"><head><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"/><link rel="stylesheet" href="?css"/></head>
<body>${body}</body></html>`;
  return `${isQuirky ? '' : '<!doctype html>'}
<html lang="${lang}">
<head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="?css"></head>
<body>${body}</body></html>`;
}

export const pageCss = ({ css }: SitePage): string => baseCss + (css ?? '');
