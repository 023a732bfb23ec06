import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Size limits of what visitors load, in bytes after gzip: with every page, and when they first ask. */
const budgets = [
  { part: 'loader', files: /^widget\.js$/, most: 15_200 },
  {
    part: 'chat with Markdown and its texts',
    files: /^(chat|markdown|purify)[.-]/,
    texts: true,
    most: 62_500,
  },
  {
    part: 'search with Markdown and its texts',
    files: /^(search|markdown|purify)[.-]/,
    texts: true,
    most: 60_000,
  },
  {
    part: 'the same where the site has parts to choose from',
    files: /^(search|markdown|purify|part-chooser)[.-]/,
    texts: true,
    most: 65_000,
  },
  { part: 'colours of code, when there is some', files: /^code-colours-/, most: 10_000 },
  { part: 'formulas, when there is one', files: /^formula-/, most: 62_000 },
  { part: 'mind map, folded', files: /^(maps|mind-map)-/, most: 16_500 },
  { part: 'mind map, drawn', files: /^(maps|mind-map|canvas)-/, most: 60_000 },
  { part: 'articles to read next', files: /^related-/, most: 5_000 },
  { part: 'pet', files: /^pet-/, most: 14_000 },
];

/** The texts of a language: a visitor loads one of them. */
const languageFile = /^(?:ar|de|en|es|fr|he|id|it|ja|ko|nl|pl|pt|ru|tr|vi|zh-cn|zh-tw)-[\w-]{8}\.js$/;

/**
 * Prints what each part weighs after gzip with all that it imports at once, and with the texts of the heaviest language where a
 * visitor needs them; a build that is too heavy fails.
 */
export async function weighWidget(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const files = await Promise.all(
    names.map(async (name) => {
      const code = await readFile(join(folder, name));
      const imports = [...code.toString().matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(
        ([, file]) => file,
      );
      return { name, imports, size: gzipSync(code, { level: 9 }).length };
    }),
  );
  const heaviestTexts = Math.max(
    ...files.filter(({ name }) => languageFile.test(name)).map(({ size }) => size),
  );
  for (const { part, files: pattern, texts, most } of budgets) {
    const loaded = new Set(files.filter(({ name }) => pattern.test(name)));
    for (const file of loaded)
      for (const other of files) if (file.imports.includes(other.name)) loaded.add(other);
    const size = [...loaded].reduce((sum, file) => sum + file.size, texts ? heaviestTexts : 0);
    console.log(`${part}: ${kilobytes(size)} gzip, at most ${kilobytes(most)}`);
    if (size === 0 || size > most)
      throw new Error(`The ${part} is missing or heavier than ${kilobytes(most)}`);
  }
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
