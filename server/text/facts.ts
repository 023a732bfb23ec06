import { guessLanguage } from './language.ts';
import { sentences } from './sentences.ts';
import { contentOf } from './support/content.ts';

/** Parts of a text that can be compared exactly in any language. */
export interface Facts {
  /** Values of all numbers, in digits or words, and the digits as written. */
  readonly values: ReadonlySet<number | string>;
  /** Numbers in digits as written, with their values. */
  readonly written: ReadonlyMap<string, number | string>;
  /** Words that are certainly names, as written. */
  readonly names: ReadonlySet<string>;
}

/** The facts of a text outside its blocks of code. */
export function factsOf(markdown: string): Facts {
  const text = withoutBlocks(markdown);
  const language = guessLanguage(text);
  const values = new Set<number | string>();
  const written = new Map<string, number | string>();
  for (const { text: sentence } of sentences(text)) {
    for (let at = 0; at < sentence.length; at += longestPart) {
      const { quantities, folded } = contentOf(sentence.slice(at, at + longestPart), language);
      for (const { value, start, end } of quantities) {
        values.add(value);
        const said = folded.slice(start, end);
        if (!/\d/.test(said)) continue;
        written.set(said, value);
        values.add(said);
      }
    }
  }
  const words = text.match(WORDS)?.filter((word) => SIGN_OF_NAME.test(word)) ?? [];
  return { values, written, names: new Set(words) };
}

/** Numbers in digits of which another text has neither the value nor the digits; both are compared, since units may be parsed differently. */
export const numbersBeyond = ({ written }: Facts, { values }: Pick<Facts, 'values'>): string[] =>
  [...written].filter(([said, value]) => !values.has(said) && !values.has(value)).map(([said]) => said);

/** Returns a test whether a text contains a name, ignoring case, hyphens and blanks. */
export function hasName(text: string): (name: string) => boolean {
  const all = joined(text);
  return (name) => all.includes(joined(name));
}

const joined = (text: string): string => text.toLowerCase().replace(/[\s-]/g, '');

/** Maximum length of the parts into which an endless sentence is split. */
const longestPart = 600;

const WORDS = /\p{sc=Latin}[\p{sc=Latin}\d_-]*/gu;
/** A capital after a small letter, a digit or an underscore within a word. */
const SIGN_OF_NAME = /\p{Ll}\p{Lu}|\p{sc=Latin}-?\d|_/u;

/** The lines of Markdown outside fences. */
function withoutBlocks(markdown: string): string {
  let isCode = false;
  const prose = markdown.split('\n').filter((line) => {
    const isFence = /^\s{0,8}(?:`{3,}|~{3,})/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return prose.join('\n');
}
