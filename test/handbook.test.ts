import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handbookFor, handbookPages } from '../console/handbook-pages.ts';
import { areas } from '../console/page-groups.ts';
import { consolePrefix, ownGroups, publicPrefix, specGroups } from '../contract/api.ts';
import { configGroups, defaults } from '../contract/config/groups.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { SystemWarning } from '../contract/system.ts';
import { splitFrontMatter } from '../server/markup/front-matter.ts';
import { readSiteSettings } from '../server/adapters/hosts/embedded/site-settings.ts';
import { parseModelsFile } from '../server/adapters/models/models-file.ts';
import { readEnv, settingNames } from '../server/env.ts';
import { pathsOf } from '../server/http/routing/paths.ts';
import { projectFiles } from './source-files.ts';

const root = join(import.meta.dirname, '..');
const languages = ['en', 'zh'] as const;
const namesIn = (language: string) => readdirSync(join(root, 'handbook', language)).toSorted();

const articles = languages.flatMap((language) =>
  namesIn(language).map((name) => {
    const split = splitFrontMatter(readFileSync(join(root, 'handbook', language, name), 'utf8'));
    return { path: `${language}/${name}`, language, name, split, body: split.ok ? split.body : '' };
  }),
);

const fence = /^```(\w*)\n([\s\S]*?)^```$/gm;
const proseOf = (body: string) => body.replace(fence, '');
const blocksOf = (body: string, kind: string) =>
  [...body.matchAll(fence)].flatMap(([, name, text = '']) => (name === kind ? [text] : []));
const codeIn = (prose: string) => [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** Fragments of the headings, as the pages have them. */
const fragmentsOf = (body: string) =>
  [...proseOf(body).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .replace(/\s+/g, '-'),
  );

describe('the handbook', () => {
  test('says the same in both languages', () => {
    expect(namesIn('zh')).toEqual(namesIn('en'));
    expect(namesIn('en').length).toBeGreaterThanOrEqual(16);
    expect(namesIn('en').filter((name) => !name.endsWith('.md'))).toEqual([]);
  });

  test('PATH3: has no proxy that passes on the path that a visitor names', () => {
    const proxies = articles.flatMap(({ path, body }) =>
      [...body.matchAll(/^ *reverse_proxy .*\{\n([^}]*)\}|^```nginx\n([^`]*proxy_pass[^`]*)^```/gm)].map(
        ([, caddy, nginx = '']) => [
          path,
          caddy === undefined
            ? nginx.includes('X-Forwarded-Prefix "";')
            : caddy.includes('header_up -X-Forwarded-Prefix'),
        ],
      ),
    );
    expect(proxies.length).toBeGreaterThanOrEqual(12);
    expect(proxies.filter(([, isDropped]) => !isDropped)).toEqual([]);
  });

  test('has a title and a description in both languages', async () => {
    const settings = await readSiteSettings(join(root, 'handbook'), 'handbook');
    for (const { zh, en } of [settings.title, settings.description]) {
      expect(zh).toMatch(/\p{Script=Han}/u);
      expect(en).toMatch(/^[\x20-\x7e]+$/);
    }
  });

  test('has a page for each page of the console, in both languages', () => {
    const pages = areas.flatMap(({ pages: names }) => [...names]);
    for (const language of languages) {
      const missing = pages.filter((page) => !namesIn(language).includes(`${handbookPages[page]}.md`));
      expect([language, missing]).toEqual([language, []]);
      expect(handbookFor('models', language)).toBe(`docs/handbook/${language}/connect-a-model`);
    }
    expect(handbookFor('nowhere', 'en')).toBeUndefined();
  });

  test('calls the article behind a sentence 来源, as docs/terms.md and the texts of the screens do', () => {
    const texts = ['widget/texts/zh-cn.ts', 'widget/texts/zh-tw.ts', 'server/features/chat/texts/zh-cn.json'];
    const written = [
      ...articles.map(({ path, split, body }) => ({ path, text: JSON.stringify(split) + body })),
      ...texts.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    ];
    expect(written.filter(({ text }) => /出处(?!理)|出處(?!理)/.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
    expect(written.filter(({ text }) => /来源|來源/.test(text)).length).toBeGreaterThan(15);
  });

  test('gives every article an address of its own', () => {
    const slugs = articles.map(({ split }) => (split.ok ? split.data.slug : ''));
    expect(new Set(slugs).size).toBe(articles.length);
  });
});

describe.each(articles)('$path', ({ language, split, body }) => {
  test('has front matter that the embedded host reads, and headings to cite', () => {
    expect(split).toMatchObject({
      ok: true,
      data: {
        title: expect.stringMatching(/\S/),
        slug: expect.stringMatching(/^[a-z0-9-]+$/),
        description: expect.stringMatching(/\S{2}/),
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        tags: expect.arrayContaining([expect.any(String)]),
        categories: expect.arrayContaining([expect.any(String)]),
      },
    });
    expect(Date.parse(String(split.ok && split.data.date))).toBeLessThan(Date.now());
    expect(body.match(/^## /gm)?.length).toBeGreaterThanOrEqual(3);
    expect(body).not.toMatch(/\p{Extended_Pictographic}/u);
  });

  test('links to articles that exist', () => {
    const links = [...proseOf(body).matchAll(/\]\((\.[^)\s]*)\)/g)].map(([, target]) => target);
    expect(links.length).toBeGreaterThan(0);
    const isThere = (link: string) => {
      const [name = '', fragment] = link.replace(/^\.\//, '').split('#');
      const target = articles.find((each) => each.language === language && each.name === name);
      return target && (fragment === undefined || fragmentsOf(target.body).includes(fragment));
    };
    expect(links.filter((link = '') => !isThere(link))).toEqual([]);
  });

  test('names variables that the service reads', () => {
    const named = [...body.matchAll(/\bDOCENT_[A-Z_]+/g)].map(([name]) => name);
    const isKnown = (name: string) => settingNames.includes(name) || constants.includes(name);
    expect(named.filter((name) => !isKnown(name) && !isKnown(name.replace(/_FILE$/, '')))).toEqual([]);
  });

  test('names operations that the contract has', () => {
    const prose = proseOf(body);
    const called = [...prose.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}.-]*[\w}])/g)];
    const unknown = called.filter(
      ([, method = '', path = '']) => !operation(method, path) && path !== '/rerank',
    );
    expect(unknown.map(([call]) => call)).toEqual([]);
    const paths = codeIn(prose).filter((code) => /^\/[a-z]+(?:\.json)?$/.test(code));
    expect(paths.filter((path) => path !== '/console' && !rootPaths.has(path))).toEqual([]);
  });

  test('calls with curl what the contract accepts', () => {
    expect(callsIn(body).flatMap(wrongCall)).toEqual([]);
  });

  test('names settings that exist, with their defaults', () => {
    const named = codeIn(proseOf(body)).filter((code) => settingPattern.test(code));
    expect(named.filter((path) => settingAt(path) === undefined)).toEqual([]);
    const rows = [...body.matchAll(/^\| `([a-z]+\.\w+)` \| ([^|]+) \|/gm)];
    expect(rows.flatMap(([, path = '', cell = '']) => wrongDefault(path, cell.trim()))).toEqual([]);
  });

  test('shows JSON that is JSON', () => {
    for (const text of blocksOf(body, 'json')) expect(() => JSON.parse(text)).not.toThrow();
  });

  test('shows models files that are accepted', () => {
    const keys = { DEEPSEEK_API_KEY: 'key', OPENAI_API_KEY: 'key' };
    const files = blocksOf(body, 'json').filter((text) => text.includes('"models"'));
    for (const file of files) expect(() => parseModelsFile(file, keys)).not.toThrow();
  });
});

/** Constants that the plugin for WordPress reads. */
const constants: readonly string[] = ['wordpress/docent.php', 'compose.yaml'].flatMap(
  (path) => readFileSync(join(root, 'deploy', path), 'utf8').match(/\bDOCENT_[A-Z_]+/g) ?? [],
);

describe.each(languages)('the settings in %s', (language) => {
  const { body = '' } = articles.find(({ path }) => path === `${language}/settings.md`) ?? {};
  const rows = new Map(
    [...body.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name = '', cell = '']) => [name, cell]),
  );

  test('are all of them, and no more', () => {
    expect(settingNames.length).toBeGreaterThanOrEqual(11);
    expect([...rows.keys()].toSorted()).toEqual(settingNames.toSorted());
  });

  test('show the defaults in force', () => {
    const { port, host, trustedProxies, logLevel } = readEnv({});
    expect(rows.get('PORT')).toContain(`\`${port}\``);
    expect(rows.get('HOST')).toContain(`\`${host}\``);
    expect(rows.get('DOCENT_TRUSTED_PROXIES')).toContain(`\`${trustedProxies.join(',')}\``);
    expect(rows.get('DOCENT_LOG_LEVEL')).toContain(`\`${logLevel}\``);
  });
});

describe.each(languages)('the page on monitoring in %s', (language) => {
  const { body = '' } = articles.find(({ path }) => path === `${language}/monitoring.md`) ?? {};
  const source = projectFiles('server').map(({ text }) => text);
  const unknown = (names: readonly string[]) =>
    names.filter((name) => !source.some((text) => text.includes(name)));

  test('quotes lines that the log has', () => {
    const lines = [...body.matchAll(/^\| `([A-Za-z][a-z ;]+?)(?:; …)?` \|/gm)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThanOrEqual(8);
    expect(unknown(lines)).toEqual([]);
  });

  test('names figures that are measured, and every warning', () => {
    const figures = [...body.matchAll(/^\| `(docent_\w+)` \|/gm)].map(([, name = '']) => name);
    expect(figures.length).toBeGreaterThanOrEqual(6);
    expect(unknown(figures)).toEqual([]);
    expect(SystemWarning.shape.code.options.filter((code) => !body.includes(`\`${code}\``))).toEqual([]);
  });
});

const served = [...specGroups, ...ownGroups].flatMap((group) =>
  Object.values(group.endpoints).flatMap((endpoint) =>
    pathsOf(group, endpoint).map((path) => ({ path: withoutNames(path), endpoint })),
  ),
);
const rootPaths = new Set(served.map(({ path }) => path).filter((path) => !path.startsWith('/apis/')));

/** The operation at a path, which may leave out the prefix as the articles do. */
function operation(method: string, path: string): Endpoint | undefined {
  const wanted = [path, publicPrefix + path, consolePrefix + path].map(withoutNames);
  return served.find((one) => one.endpoint.method === method && wanted.includes(one.path))?.endpoint;
}

/** Parameters stand as `{name}` in the contract and as `$NAME` in commands. */
function withoutNames(path: string): string {
  return path.replace(/\{\w+\}|\$[A-Z_]+/g, '*');
}

interface Call {
  readonly line: string;
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/** The curl commands of an article that go to the API. */
function callsIn(body: string): Call[] {
  const lines = blocksOf(body, 'sh').flatMap((text) =>
    text.replace(/\\\n\s*/g, ' ').split(/\n(?=curl |\w+=|#|[a-z])/),
  );
  return lines.flatMap((line): Call[] => {
    const url = /(\$[CP]|https?:\/\/[\w.:]+(?=\/apis\/))(\/[^\s"']+)/.exec(line);
    if (!line.startsWith('curl ') || !url) return [];
    const [, base = '', rest = ''] = url;
    const prefix = base === '$C' ? consolePrefix : base === '$P' ? publicPrefix : '';
    const data = / -d '([^']*)'/.exec(line)?.[1];
    const method = / -X (\w+)/.exec(line)?.[1] ?? (data === undefined ? 'GET' : 'POST');
    return [{ line, method, url: prefix + rest, body: data }];
  });
}

function wrongCall({ line, method, url, body }: Call): string[] {
  const [path = '', query = ''] = url.split('?');
  const endpoint = operation(method, path);
  if (!endpoint) return [`no such operation: ${line}`];
  if (!endpoint.query.safeParse(Object.fromEntries(new URLSearchParams(query))).success)
    return [`wrong query: ${line}`];
  if (body === undefined) return [];
  const sent: unknown = JSON.parse(body);
  if (!endpoint.body.safeParse(sent).success) return [`wrong body: ${line}`];
  return endpoint.path === '/config/save' ? unknownSettings(sent) : [];
}

/** A save ignores what it does not know, so a typing error in an example would go unnoticed. */
const unknownSettings = (sent: unknown): string[] =>
  Object.entries(Object(sent)).flatMap(([group, fields]) =>
    Object.keys(Object(fields))
      .map((field) => `${group}.${field}`)
      .filter((path) => settingAt(path) === undefined),
  );

const settingPattern = new RegExp(`^(?:${Object.keys(configGroups).join('|')})\\.(?!ts$)[a-zA-Z]+$`);
const inForce: Readonly<Record<string, Readonly<Record<string, unknown>>>> = defaults();

/** The default of a setting named `group.field`. */
function settingAt(path: string): unknown {
  const [group = '', field = ''] = path.split('.');
  return inForce[group]?.[field];
}

const words = new Map<string, unknown>([
  ['on', true],
  ['开', true],
  ['off', false],
  ['关', false],
  ['empty', ''],
  ['空', ''],
]);

/** Compares the second cell of a row about a setting with its default; cells that hold a sentence are left alone. */
function wrongDefault(path: string, cell: string): string[] {
  const plain = cell.replaceAll('`', '');
  if (!/^\S+$/.test(plain) || settingAt(path) === undefined) return [];
  const shown = words.has(plain) ? words.get(plain) : /^[\d.]+$/.test(plain) ? Number(plain) : plain;
  return shown === settingAt(path) ? [] : [`${path} is ${String(settingAt(path))}, not ${plain}`];
}
