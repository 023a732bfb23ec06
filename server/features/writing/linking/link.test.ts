import { describe, expect, test } from 'vitest';
import { applyEdits } from '../editing/edits.ts';
import { linkEdits } from './link.ts';
import type { LinkTarget } from './link-phrases.ts';

const article = (title: string, ...tags: string[]): LinkTarget => ({
  id: title,
  title,
  url: `/archives/${title.length}-${title.replace(/\W+/g, '-').toLowerCase()}`,
  tags: tags.map((name) => ({ name })),
});

const site = [
  article('Backup, restore, upgrade'),
  article('PostgreSQL and replicas', 'PostgreSQL'),
  article('Running behind a reverse proxy', 'nginx configuration'),
  article('Behind a reverse proxy with Caddy'),
  article('怎样备份博客数据', '备份'),
  article('Docker 部署指南'),
  article('龙井茶'),
  article('How to'),
];

/** Phrases that become links, in text order. */
const phrases = (text: string, articles: readonly LinkTarget[] = site) =>
  linkEdits(text, articles).map(({ start, end }) => text.slice(start, end));

describe('WR8: phrases that become links', () => {
  test.each([
    ['Read about backup, restore, upgrade first.', ['backup, restore, upgrade']],
    ['We run PostgreSQL here.', ['PostgreSQL']],
    ['It runs behind a reverse proxy now.', ['runs behind a reverse proxy']],
    ['Put nginx configuration in place.', ['nginx configuration']],
    ['先备份博客数据再升级。', ['备份博客数据']],
    ['備份博客數據很重要。', ['備份博客數據']],
    ['今天喝了龍井茶。', ['龍井茶']],
    ['用 Docker 部署最省事。', ['Docker 部署']],
    ['How to do it is not said.', []],
    ['running behind and reverse proxies', []],
  ])('of %j are %j', (text, expected) => {
    expect(phrases(text)).toEqual(expected);
  });

  test('never stand in code, headings, links, images, addresses, formulas or tags', () => {
    const name = 'PostgreSQL';
    for (const text of [
      `# ${name}`,
      `${name}\n===`,
      `## About ${name} and more`,
      `\`${name}\``,
      `\`\`a ${name} \` b\`\``,
      `\`\`\`\n${name}\n\`\`\``,
      `- item\n\n    ${name} in code`,
      `[see ${name}](/x)`,
      `[see ${name}][x]`,
      `![${name}](a.png)`,
      `[![${name}](a.png) about ${name}](/x)`,
      `[x]: /y "${name}"`,
      `[[${name}]]`,
      `https://example.org/${name}/x`,
      `<https://example.org/${name}>`,
      `me@${name}.org`,
      `$${name}$`,
      `{{< card ${name} >}}`,
      `<img alt="${name}">`,
      `<p><a href="/x">about ${name}</a></p>`,
      `<h2>${name}</h2>`,
      `<p><code>${name}</code></p>`,
      `<pre>\n${name}\n</pre>`,
      `<!-- ${name} -->`,
      `---\ntitle: x\nkeywords: ${name}\n---\n`,
    ])
      expect([text, phrases(text)]).toEqual([text, []]);
  });

  test('stand in sentences, lists, quotes, tables and emphasis beside all that', () => {
    for (const text of [
      '- PostgreSQL',
      '> PostgreSQL',
      '| PostgreSQL | x |',
      '**PostgreSQL**',
      '`code` PostgreSQL `more`',
      '[link](/x) PostgreSQL [link](/y)',
      'costs $5 for PostgreSQL',
    ])
      expect([text, phrases(text)]).toEqual([text, ['PostgreSQL']]);
  });

  test('lead to each article once, to none that is linked already, and not to the text itself', () => {
    expect(phrases('PostgreSQL and again PostgreSQL.')).toEqual(['PostgreSQL']);
    const { url } = article('PostgreSQL and replicas');
    expect(phrases(`PostgreSQL, see [this](https://blog.example${url}/?x#y).`)).toEqual([]);
    expect(phrases('# PostgreSQL and replicas\n\nPostgreSQL is a database.')).toEqual([]);
  });

  test('are bounded in number', () => {
    const many = Array.from({ length: 60 }, (_, n) => article(`Zebra${n}X handbook${n}Y`));
    const text = many.map(({ title }) => title).join('. ');
    expect(phrases(text, many)).toHaveLength(3 + Math.floor(text.length / 300));
    expect(phrases(`${text}\n${'x '.repeat(9000)}`, many)).toHaveLength(20);
  });

  test('become Markdown, or HTML in a text that is HTML', () => {
    const odd = { ...article('PostgreSQL'), url: '/a (b)/"c"' };
    const linked = (text: string) => applyEdits(text, linkEdits(text, [odd]));
    expect(linked('Use PostgreSQL.')).toBe('Use [PostgreSQL](/a%20%28b%29/"c").');
    expect(linked('<p>Use PostgreSQL.</p>')).toBe('<p>Use <a href="/a (b)/&#34;c&#34;">PostgreSQL</a>.</p>');
  });

  test.each([
    '[',
    '](',
    '`',
    '``` ',
    '<a ',
    '<',
    '$',
    '{{',
    '(',
    '![',
    '\\',
    'www.',
    'a@',
    '# ',
    '\n',
    '备份',
    'PostgreSQL ',
  ])('take hostile Markdown made of %j in their stride', (piece) => {
    const text = piece.repeat(Math.floor(50_000 / piece.length));
    expect(linkEdits(text, site).length).toBeLessThanOrEqual(20);
  });
});
