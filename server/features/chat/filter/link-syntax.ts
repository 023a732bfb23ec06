import { isSuspicious } from './autolinks.ts';
import type { ParserState, InlineParser, ParseResult } from './inline-parser.ts';
import { markIn, mayBecomeMark, numbersOf } from './mark-syntax.ts';

const openMark = /[[【［]\s*[0-9０-９]{1,2}(?:\s*[,，、;；]\s*[0-9０-９]{1,2})*\s*\\?$/;
const longestLabel = 300;

/** `[`: a marker is checked, a link to another site keeps its text only; the rest of other links is parsed at `]`. */
export const readBracket: InlineParser = (place) => {
  const { text, before, ended, allowsLink } = place;
  const mark = markIn(text);
  const length = mark?.length ?? groupLength(text, ended);
  if (length === 'more' || length === undefined) return length;
  const next = text.charAt(length);
  if (next === '' && !ended) return 'more';
  const tail = next === '(' ? tailAt(text, length, ended) : undefined;
  if (tail === 'more') return 'more';
  if (mark !== undefined) {
    if (tail) return { take: tail.end, show: '', again: mark };
    // `[1]: address` would define a reference and make links of all markers, but not behind the words of a line.
    const apart = /[:&]/.test(next) && !hasWords(before) ? ' ' : '';
    return { take: length, show: place.keepMarks(numbersOf(mark)) + apart };
  }
  if (!tail || allowsLink(tail.url)) return undefined;
  return { take: tail.end, show: '', again: text.slice(1, length - 1) };
};

/**
 * Blanks before a marker: removed with a dropped or merged marker, unless a word follows. Blanks at the end wait for
 * more text.
 */
export const readBlanks: InlineParser = ({ text, before, ended, keepMarks }) => {
  const blanks = /^ +/.exec(text)?.[0] ?? '';
  const rest = text.slice(blanks.length);
  if (rest === '') return ended ? undefined : 'more';
  const mark = markIn(rest);
  if (mark === undefined) {
    return !ended && mayBecomeMark(rest) ? 'more' : { take: blanks.length, show: blanks };
  }
  const next = rest.charAt(mark.length);
  if (next === '' && !ended) return 'more';
  // A match may be the text of a link instead of a marker, or need a blank after it.
  if (next === '(' || (/[:&]/.test(next) && !hasWords(before))) return { take: blanks.length, show: blanks };
  const kept = keepMarks(numbersOf(mark));
  if (kept !== '') return { take: blanks.length + mark.length, show: blanks + kept };
  return { take: blanks.length + mark.length, show: /[\p{L}\p{N}]/u.test(next) ? ' ' : '' };
};

/** True behind words: a definition begins its line, alone or as an item of a list. */
const hasWords = (before: string): boolean =>
  /\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(before);

/** `【` and `［` begin markers only. */
export const readWideBracket: InlineParser = ({ text, ended, keepMarks }) => {
  const mark = markIn(text);
  if (mark !== undefined) return { take: mark.length, show: keepMarks(numbersOf(mark)) };
  return !ended && mayBecomeMark(text) ? 'more' : undefined;
};

/**
 * `!`: an image within a sentence keeps its alternative text only, and one that begins a line leaves nothing; `!` before a marker
 * ends a sentence.
 */
export const readImage: InlineParser = ({ text, before, ended }) => {
  if (text.length === 1) return ended ? undefined : 'more';
  if (text[1] !== '[') return undefined;
  const group = text.slice(1);
  const length = groupLength(group, ended);
  if (length === 'more') return 'more';
  if (length === undefined) return { take: 1, show: '! ' };
  const next = group.charAt(length);
  if (next === '' && !ended) return 'more';
  const alternative = hasWords(before) ? group.slice(1, length - 1) : '';
  if (next === '(') {
    const tail = tailAt(group, length, ended);
    if (tail === 'more') return 'more';
    if (tail) return { take: tail.end + 1, show: '', again: alternative };
  }
  if (markIn(group) !== undefined) return undefined;
  const reference = next === '[' ? groupLength(group.slice(length), ended) : undefined;
  if (reference === 'more') return 'more';
  return reference === undefined
    ? { take: 1, show: '! ' }
    : { take: 1 + length + reference, show: '', again: alternative };
};

/**
 * `]`: `](address)` loses a foreign address, and `]:` is kept from defining a reference. A bracket that would complete
 * a marker from parts is removed.
 */
export const readClosing: InlineParser = ({ text, before, ended, allowsLink }) => {
  if (openMark.test(before)) return { take: 1, show: '' };
  if (text.length === 1) return ended ? undefined : 'more';
  if (text[1] === ':') return readDefinition(text, ended, allowsLink);
  if (text[1] !== '(') return undefined;
  const tail = tailAt(text, 1, ended);
  if (tail === 'more' || tail === undefined) return tail;
  // The address is parsed again as text, in case this is no link.
  if (allowsLink(tail.url)) return { take: 2, show: '](' };
  return { take: tail.end, show: ']', dropping: tail.cut };
};

/** `\`: the escaped character is plain text, but an escaped bracket may still show as a marker. */
export const readEscape: InlineParser = ({ text, before, ended, keepMarks }) => {
  if (/^\\[\]】］]/.test(text) && openMark.test(before)) return { take: 2, show: '' };
  const mark = /^\\[[【［]\s*([0-9０-９]{1,2})\s*\\?[\]】］]/.exec(text);
  if (mark) return { take: mark[0].length, show: keepMarks(numbersOf(mark[0])) };
  if (!ended && text.length < 12 && /^\\(?:[[【［]\s*(?:[0-9０-９]{1,2}\s*)?\\?)?$/.test(text)) return 'more';
  return /^\\[!-/:-@[-`{-~]/.test(text) ? { take: 2, show: text.slice(0, 2) } : undefined;
};

function readDefinition(
  text: string,
  ended: boolean,
  allowsLink: ParserState['allowsLink'],
): ParseResult | 'more' {
  const [whole = '', blank = '', destination = ''] = /^\]:([ \t]*\n?[ \t]*)(\S*)/.exec(text) ?? [];
  if (whole.length === text.length && !ended) return 'more';
  const isForeign = isSuspicious(destination) && !allowsLink(destination.replace(/^<|>$/g, ''));
  const leadsAway = isForeign && /^[<\w]*[:：]\S|^<|[/\\]{2}|^\/\\|[`~]{3}/.test(destination);
  return leadsAway
    ? { take: whole.length, show: `] :${blank}`, dropping: whole.length === text.length }
    : { take: 2, show: '] :' };
}

interface Tail {
  readonly url: string;
  readonly end: number;
  /** True when the text ended, or was given up, within the address. */
  readonly cut: boolean;
}

/** Parses `(address "title")` at `at`; `undefined` for other content in brackets. */
function tailAt(text: string, at: number, ended: boolean): Tail | 'more' | undefined {
  const rest = text.slice(at);
  const [open = '', destination = ''] = /^\(\s*(<[^<>\n]*>?|)/.exec(rest) ?? [];
  const bare = destination === '' ? balanced(rest.slice(open.length)) : '';
  const addressEnd = open.length + bare.length;
  if (addressEnd === rest.length && !ended) return 'more';
  const url = destination === '' ? bare : destination.replace(/^<|>$/g, '');
  const title = /^\s*(?:(?:"[^"]*"|'[^']*'|\([^()]*\))\s*)?\)/.exec(rest.slice(addressEnd));
  if (title) return { url, end: at + addressEnd + title[0].length, cut: false };
  if (!ended && couldClose.test(rest.slice(addressEnd))) return 'more';
  return isSuspicious(url) ? { url, end: at + addressEnd, cut: addressEnd === rest.length } : undefined;
}

/** Text that may still become a title and the closing bracket. */
const couldClose = /^\s*(?:"[^"]*(?:"\s*)?|'[^']*(?:'\s*)?|\([^()]*(?:\)\s*)?)?$/;

/** Text up to a blank or the bracket that closes it. */
function balanced(text: string): string {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '(') depth++;
    else if ((sign === ')' && --depth < 0) || isBlank(sign)) return text.slice(0, at);
  }
  return text;
}

/** A comparison first: an expression for each letter of an address takes most of the time of an answer. */
const isBlank = (sign: string): boolean => (sign <= ' ' || sign > '~') && /\s/.test(sign);

/** Length of `[…]` with nested brackets; `undefined` when it is not closed within its line. */
function groupLength(text: string, ended: boolean): number | 'more' | undefined {
  let depth = 0;
  // Read sign by sign: a model may write bracket after bracket, and each one looks ahead.
  for (let at = 0; at < Math.min(text.length, longestLabel); at++) {
    const sign = text.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '\n') return undefined;
    else if (sign === '[') depth++;
    else if (sign === ']' && --depth === 0) return at + 1;
  }
  return ended || text.length >= longestLabel ? undefined : 'more';
}
