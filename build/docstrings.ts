import { globSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * The docstrings of the contract's exported schemas by their names, for the description of the interface: at run time comments are gone.
 * Run by `npm run docstrings`; a test compares the file with the sources.
 */
const contract = fileURLToPath(new URL('../contract', import.meta.url));
const file = fileURLToPath(new URL('../server/http/openapi/docstrings.json', import.meta.url));

/** As the file holds them. */
export function docstrings(): Record<string, string> {
  const found = globSync('**/*.ts', { cwd: contract })
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => docstringsIn(readFileSync(`${contract}/${name}`, 'utf8')));
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const docstringsIn = (source: string): (readonly [string, string])[] =>
  [...source.matchAll(/^\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const ([A-Z]\w*)\b/gm)].map(
    ([, comment = '', name = '']) => [name, textOf(comment)],
  );

/** One line, without the stars, and without the places of the specification that only its readers know. */
const textOf = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.trim().replace(/^\*\s?/, ''))
    .join(' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/ \(spec [\d.]+\)/g, '')
    .replace(/^\s*Spec [\d.]+[.;:]?\s*/, '')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase())
    .trim();

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(file, `${JSON.stringify(docstrings(), undefined, 2)}\n`);
