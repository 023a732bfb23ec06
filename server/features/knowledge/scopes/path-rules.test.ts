import { describe, expect, test } from 'vitest';
import { PathRule } from '../../../../contract/articles/path-rules.ts';
import { createReadPath } from './path-rules.ts';
import { readPathRules } from './propose-rules.ts';
import { nameOf } from './value-forms.ts';

const read = (rules: readonly string[], url: string) =>
  createReadPath(rules)(url)
    .map(({ kind, value }) => `${kind}=${value}`)
    .join(' ');

describe('SCP8: a rule', () => {
  test.each([
    ['/docs/{version}/', '/docs/v2.3/install', 'version=v2.3'],
    ['/docs/{version}/', '/docs/1.x/', 'version=1.x'],
    ['/docs/{version}/', '/docs/Latest/install?x=1#y', 'version=latest'],
    ['/docs/{version}/', '/docs/2.0.0-rc.1', 'version=2.0.0-rc.1'],
    ['/docs/{version}/', '/docs/install/v2', ''],
    ['/docs/{version}/', '/docs/10-tips', ''],
    ['/docs/{version}/', '/docs', ''],
    ['/{language}', '/zh-cn/install', 'language=zh-cn'],
    ['/{language}', '/go/install', ''],
    ['/{language}', '/news/install', ''],
    ['/*/docs/{version}/', '/de/docs/3/install', 'version=3'],
    ['/*/docs/{version}/', '/docs/3/install', ''],
    ['/{language}/{version}/', '/pt_BR/v1/a', 'language=pt_br version=v1'],
    ['/{version:Klipper|marlin}/', '/klipper/a', 'version=klipper'],
    ['/{version:Klipper|marlin}/', '/v1/a', ''],
    ['/caf%C3%A9/{version}', '/café/v1', 'version=v1'],
    ['/docs/ version=3.2', '/docs/install', 'version=3.2'],
    ['/docs/ version=3.2', '/blog/install', ''],
    ['/ language=en', '/', 'language=en'],
    ['/docs/{version}/ language=en', '/docs/v1/x', 'version=v1 language=en'],
  ])('%s reads %s as “%s”', (rule, url, values) => {
    expect(PathRule.safeParse(rule).success).toBe(true);
    expect(read([rule], url)).toBe(values);
  });

  test.each(['en-us-us', 'en-latn-latn', 'en-us-latn', 'en-123-123', 'en-latn-us-gb'])(
    'SCP9: reads no language from %s, which is no tag, and names the others',
    (segment) => {
      expect(read(['/{language}/'], `/${segment}/install`)).toBe('');
      expect(nameOf('language', segment)).toBe(segment);
    },
  );

  test('gives way to one before it', () => {
    const rules = ['/docs/{version}/', '/{language}/', '/docs/ version=3.2', '/ language=en'];
    expect(read(rules, '/docs/v1/x')).toBe('version=v1 language=en');
    expect(read(rules, '/docs/x')).toBe('version=3.2 language=en');
    expect(read(rules, '/fr/x')).toBe('language=fr');
  });

  test.each([
    '',
    'docs/{version}/',
    '/docs/',
    '/docs/{versions}/',
    '/docs/v{version}/',
    '/docs/{version:}/',
    '/docs/{version:a,b}/',
    '/docs/ version=',
    '/docs/ edition=3',
    '/docs/ version=3 language=en',
    `/${'a'.repeat(200)}/{version}/`,
  ])('cannot be read from %j', (rule) => {
    expect(PathRule.safeParse(rule).success).toBe(false);
  });
});

const pages = (...urls: readonly string[]) => urls.map((url) => ({ url, title: 'How to hang up the lamp' }));
const proposed = async (urls: readonly string[], saved: readonly string[] = []) =>
  (await readPathRules(pages(...urls), saved)).proposed.map(({ rule }) => rule);

const names = ['install', 'wire', 'clean', 'repair'];
const below = (...folders: readonly string[]) =>
  folders.flatMap((folder) => names.map((name) => `${folder}${name}`));

describe('SCP10: the addresses suggest', () => {
  test.each([
    ['versions', below('/docs/v1/', '/docs/v2/', '/blog/'), ['/docs/{version}/']],
    [
      'versions beside a folder without one',
      below('/docs/1.x/', '/docs/'),
      ['/docs/{version}/', '/docs/ version=current'],
    ],
    ['languages', below('/en/', '/zh-cn/'), ['/{language}/']],
    ['one language beside the pages without', below('/de/', '/'), ['/{language}/', '/ language=en']],
    [
      'languages with names of their own',
      ['/en/lamp', '/en/chair', '/fr/lampe', '/fr/chaise'],
      ['/{language}/'],
    ],
    [
      'versions below languages',
      below('/en/docs/v1/', '/en/docs/v2/', '/de/docs/v1/'),
      ['/*/docs/{version}/', '/{language}/'],
    ],
    ['nothing by the months of a blog', ['/2024/05/hello', '/2024/06/moon', '/2023/06/sun'], []],
    ['nothing by numbers of pages', ['/page/1', '/page/2', '/page/3'], []],
    ['nothing by one folder', below('/docs/v1/'), []],
    ['nothing without pages', [], []],
  ])('%s', async (_, urls, rules) => {
    expect(await proposed(urls)).toEqual(rules);
    for (const rule of rules) expect(PathRule.safeParse(rule).success).toBe(true);
  });

  test('no rule that is saved already, and both are told with what they find', async () => {
    const urls = below('/docs/1.x/', '/docs/', '/help/');
    const reply = await readPathRules(pages(...urls), ['/docs/{version}/']);
    expect(reply).toEqual({
      total: 12,
      saved: [
        {
          rule: '/docs/{version}/',
          articles: 4,
          values: [{ kind: 'version', value: '1.x', name: '1.x', articles: 4, example: '/docs/1.x/install' }],
        },
      ],
      proposed: [
        {
          rule: '/docs/ version=current',
          articles: 4,
          values: [
            { kind: 'version', value: 'current', name: 'current', articles: 4, example: '/docs/install' },
          ],
        },
      ],
    });
  });
});
