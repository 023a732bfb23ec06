import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createContentFolder } from '../../../../test/fakes/content-folder.ts';
import type { Log } from '../../../ports/log.ts';
import { createArticleRepository } from './article-repository.ts';
import { createSavedArticles } from './saved-articles.ts';

const ignore = () => {};
const dayMs = 86_400_000;

async function openSite(files: Readonly<Record<string, string>>) {
  const folder = await createContentFolder(files);
  const path = join(folder.dataDir, 'index', 'articles.jsonl');
  const warnings: string[] = [];
  const log: Log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_, message) => void warnings.push(message),
  };
  const root = folder.contentDir;
  const saved = createSavedArticles({ path, root, log });
  return {
    folder,
    path,
    warnings,
    saved,
    /** Makes files look as if they had been written long ago. */
    async settle() {
      for (const name of await readdir(root)) await utimes(join(root, name), 1, Date.now() / 1000 - 60);
    },
    /** Everything a new process lists; `close` saves. */
    async read(from = saved) {
      const repository = createArticleRepository({ root, log, clock: { now: Date.now }, saved: from });
      await repository.refresh();
      const { articles, version } = await repository.catalogue();
      await repository.close();
      return { titles: articles.map(({ metadata }) => metadata.title).toSorted(), version };
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const article = (title: string) =>
  `---\ntitle: ${title}\ndate: 2026-01-01\ntags: [News]\n---\nText of ${title}.`;

test('CLI6: without a data folder nothing is saved, and none is made', async () => {
  await using site = await openSite({ 'a.md': article('A') });
  const nowhere = join(site.folder.dataDir, 'none', 'index', 'articles.jsonl');
  const saved = createSavedArticles({
    path: nowhere,
    root: site.folder.contentDir,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  await site.settle();
  expect((await site.read(saved)).titles).toEqual(['A']);
  expect(await readdir(site.folder.dataDir).catch(() => [])).not.toContain('none');
});

test('RUN11: a start reads only the files that have changed since they were read', async () => {
  await using site = await openSite({
    'one.md': article('One'),
    'two.md': article('Two'),
    'three.md': article('Three'),
  });
  await site.settle();
  const before = await site.read();
  await site.folder.write('two.md', article('Two, edited'));
  await site.folder.remove('three.md');
  await site.folder.write('four.md', article('Four'));
  // Titles that are not in the files show which articles were not read.
  const marked = {
    ...site.saved,
    async load() {
      const articles = await site.saved.load();
      return new Map(
        Array.from(articles, ([path, one]) => [
          path,
          { ...one, metadata: { ...one.metadata, title: `saved ${one.metadata.title}` } },
        ]),
      );
    },
  };
  expect((await site.read(marked)).titles).toEqual(['Four', 'Two, edited', 'saved One']);
  expect(before.titles).toEqual(['One', 'Three', 'Two']);
});

test('RUN11: what was saved is the same as what is read', async () => {
  await using site = await openSite({
    'one.md': `${article('One')}\n<!-- more -->\n`,
    'zh/2026-01-02-two.md':
      '---\nlastmod: 2026-02-03 04:05\naliases: [/two]\nprivate: true\n---\n# 第二篇\n\n正文。',
  });
  await utimes(join(site.folder.contentDir, 'zh', '2026-01-02-two.md'), 1, Date.now() / 1000 - 60);
  await site.settle();
  const first = await site.read();
  expect((await site.saved.load()).size).toBe(2);
  expect(await site.read()).toEqual(first);
  expect(site.warnings).toEqual([]);
});

test('RUN11: a file that changed within the last two seconds is read again', async () => {
  await using site = await openSite({ 'one.md': article('One'), 'two.md': article('Two') });
  await utimes(join(site.folder.contentDir, 'one.md'), 1, Date.now() / 1000 - 60);
  await site.read();
  expect([...(await site.saved.load()).keys()]).toEqual(['one.md']);
});

test.each([
  ['of another folder', (text: string) => text.replace('"root":"', '"root":"/elsewhere')],
  ['of another reading', (text: string) => text.replace('"reading":"', '"reading":"0')],
  ['that is damaged', (text: string) => text.slice(0, -20)],
  ['that holds something else', (text: string) => `${text}null\n`],
])('RUN11: a saved list %s is not used', async (_, change) => {
  await using site = await openSite({ 'one.md': article('One') });
  await site.settle();
  await site.read();
  await writeFile(site.path, change(await readFile(site.path, 'utf8')));
  expect((await site.saved.load()).size).toBe(0);
  expect((await site.read()).titles).toEqual(['One']);
});

test('RUN11: a list that cannot be saved is a warning; drafts of killed processes are removed', async () => {
  await using site = await openSite({ 'one.md': article('One') });
  await writeFile(dirname(site.path), 'a file where the folder should be');
  expect((await site.read()).titles).toEqual(['One']);
  expect(site.warnings.at(-1)).toBe('the articles that were read could not be saved');

  await using other = await openSite({ 'one.md': article('One') });
  await mkdir(dirname(other.path), { recursive: true });
  const [old, young] = [`${other.path}.aa.tmp`, `${other.path}.bb.tmp`];
  await writeFile(old, '');
  await writeFile(young, '');
  await utimes(old, 1, (Date.now() - dayMs) / 1000);
  await other.saved.load();
  await expect(stat(old)).rejects.toThrow('ENOENT');
  expect((await stat(young)).size).toBe(0);
});
