import { signsAtEnd } from '../kit/scan/edges.ts';

/** A sentence; `start` and `end` are UTF-16 offsets into the source text, without outer blanks. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Splits Chinese and Latin text into sentences. A line break always ends one. A full stop does not when it is part of a
 * number, an initial, a list number or an abbreviation, or when a lower-case letter follows. Closing quotes and
 * brackets belong to the sentence they close.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  for (const mark of text.matchAll(END_MARKS)) {
    const end = mark.index + mark[0].length;
    if (!endsSentence(text, start, mark.index, end)) continue;
    push(found, text, start, end);
    start = end;
  }
  push(found, text, start, text.length);
  return found;
}

/** End marks with closing quotes and brackets, or a line break. */
const END_MARKS = /[。！？!?｡…．.]+["'”’」』）)\]】》〉]*|\r?\n+/g;

function endsSentence(text: string, start: number, mark: number, end: number): boolean {
  const sign = text.charAt(mark);
  if (sign !== '.' && sign !== '!' && sign !== '?') return true;
  // Latin end marks need a blank, the end or a dense script after them: 3.5, node.js and a?b=c go on.
  const next = text.charAt(end);
  if (next !== '' && !/[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(next)) return false;
  const closesQuote = /["'”’]/.test(text.slice(mark, end));
  if (closesQuote && SMALL_LETTER.test(text.slice(end, end + 8))) return false;
  return sign !== '.' || !isDotOfWord(text, start, mark, end);
}

function isDotOfWord(text: string, start: number, dot: number, end: number): boolean {
  const before = text.slice(Math.max(start, dot - LONGEST_WORD), dot);
  const word = signsAtEnd(before, /[\p{L}\p{N}.]/u);
  const opensSentence = dot - word.length === start || text.slice(start, dot - word.length).trim() === '';
  if (opensSentence && /^\d{1,3}$/.test(word)) return true;
  if (/^(?:\p{L}\.)*\p{Lu}$/u.test(word) && !/^\s*$/.test(text.slice(end))) return !/^(?:I|X|V)$/.test(word);
  if (abbreviations.has(word.toLowerCase())) return true;
  return SMALL_LETTER.test(text.slice(end, end + 8)) && /[\p{L}\p{N}]$/u.test(word);
}

const LONGEST_WORD = 24;
const SMALL_LETTER = /^\s+\p{Ll}/u;

const abbreviations = new Set(
  `mr mrs ms dr prof sr jr st mt vs cf etc al approx dept fig figs no nos vol pp ed eds inc ltd co corp
  e.g i.e eg ie a.k.a jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);

function push(found: Sentence[], text: string, from: number, to: number): void {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const start = from + raw.indexOf(trimmed);
  found.push({ text: trimmed, start, end: start + trimmed.length });
}
