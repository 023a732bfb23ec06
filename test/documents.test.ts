import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import { projectRoot } from './source-files.ts';

const inFolder = (folder: string) =>
  readdirSync(join(projectRoot, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/README.md',
  ...inFolder('docs'),
  ...inFolder('docs/decisions'),
].map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }));

/** What a person sees of a page at once. */
const screen = { columns: 120, rows: 40 };

const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const exists = (path: string) => existsSync(join(projectRoot, path));

/** Paths below a folder of the project; `<name>` and `*` stand for several. */
const pathsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\w./-])(?:\.ci|bench|bin|client|console|contract|deploy|docs|editor|handbook|server|test|verify|widget)\/[\w./-]*\w(?![\w*<])/g,
    ),
  ].map(([path]) => path);

const sourceNames = new Set(
  ['server', 'contract', 'console', 'widget', 'client', 'editor', 'test', 'bench', 'verify'].flatMap(
    (folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        basename(path),
      ),
  ),
);

describe.each(documents)('$path', ({ path, text }) => {
  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !exists(join(dirname(path), link)))).toEqual([]);
  });

  test('names folders and files that exist', () => {
    expect(pathsIn(text).filter((named) => !exists(named))).toEqual([]);
  });

  test('names source files that exist', () => {
    const named = codeIn(text).filter((code) => /^[\w/-]+\.(?:ts|vue)$/.test(code));
    expect(named.filter((name) => !sourceNames.has(basename(name)))).toEqual([]);
  });

  test('names scripts of the package', () => {
    const scripts = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([]);
  });
});

test('the architecture names files, and its glossary stays short', () => {
  const { text = '' } = documents.find(({ path }) => path === 'docs/architecture.md') ?? {};
  expect(pathsIn(text).length).toBeGreaterThan(40);
  const rows = text.slice(text.indexOf('## Glossary')).match(/^\| (?!word|-)/gm) ?? [];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.length).toBeLessThanOrEqual(25);
});

test('a version of the changelog takes at most two screens', () => {
  const sections = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')
    .split(/^(?=## \[)/m)
    .filter((section) => /^## \[\d/.test(section));
  expect(sections.length).toBeGreaterThan(5);
  const rowsOf = (section: string) =>
    section
      .trimEnd()
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / screen.columns)), 0);
  const long = sections.filter((section) => rowsOf(section) > 2 * screen.rows);
  expect(long.map((section) => section.slice(0, section.indexOf('\n')))).toEqual([]);
});

test('the newest version of the changelog is the one of the package', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  expect(/^## \[(\d[^\]]*)\]/m.exec(changelog)?.[1]).toBe(packageFile.version);
});
