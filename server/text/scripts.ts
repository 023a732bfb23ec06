/** Word separation of a script: `spaced` (Latin, digits) or `dense`, without blanks (Han, kana). */
export type Script = 'none' | 'spaced' | 'dense';

/** A run of one script; `start` and `end` are UTF-16 offsets into the source text. */
export interface ScriptRun {
  readonly script: 'spaced' | 'dense';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Splits folded text into runs of one script; punctuation, symbols and blanks separate them. */
export function scriptRuns(text: string): ScriptRun[] {
  const runs: ScriptRun[] = [];
  let at = 0;
  while (at < text.length) {
    const kind = scriptCode(text.charCodeAt(at));
    if (kind === NONE) {
      at++;
      continue;
    }
    const end = runEnd(text, at, kind);
    runs.push({ script: kind === DENSE ? 'dense' : 'spaced', text: text.slice(at, end), start: at, end });
    at = end;
  }
  return runs;
}

/**
 * End of the run of one script that begins at `start`; includes apostrophes inside a word, and the signs of `c++`,
 * `c#`.
 */
export function runEnd(text: string, start: number, kind: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (scriptCode(code) === kind || (kind === DENSE && isLowSurrogate(code))) continue;
    const apostrophe = kind === SPACED && (code === 0x27 || code === 0x2019);
    if (!apostrophe || scriptCode(text.charCodeAt(end + 1)) !== SPACED) break;
  }
  if (kind === SPACED && end === start + 1) end += languageSuffix(text, end);
  return end;
}

export const NONE = 0;
export const SPACED = 1;
const DENSE = 2;

/** Script code (`NONE`, `SPACED` or `DENSE`) of a UTF-16 code unit. */
export function scriptCode(codeUnit: number): number {
  return codes[codeUnit] ?? NONE;
}

/** Length of the suffix that makes a letter the name of a programming language: `c++`, `c#`, `f#`. */
function languageSuffix(text: string, at: number): number {
  if (text.startsWith('++', at)) return 2;
  return text[at] === '#' && scriptCode(text.charCodeAt(at + 1)) === NONE ? 1 : 0;
}

function buildCodes(): Uint8Array {
  const table = new Uint8Array(0x10000);
  const written = /[\p{L}\p{N}\p{M}_]+/gu;
  const dense =
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;
  const units = Uint16Array.from({ length: LAST_FOLDED }, (_, code) => (isSurrogate(code) ? BLANK : code));
  const all = new TextDecoder('utf-16le').decode(units);
  for (const match of all.matchAll(written)) table.fill(SPACED, match.index, match.index + match[0].length);
  for (const match of all.matchAll(dense)) {
    for (let code = match.index; code < match.index + match[0].length; code++) {
      if (table[code] === SPACED) table[code] = DENSE;
    }
  }
  // Rare Han characters lie between U+20000 and U+323AF: these are the high surrogates of that range.
  table.fill(DENSE, 0xd840, 0xd889);
  return table;
}

/** Variation selectors and compatibility forms start here; folding removes them. */
const LAST_FOLDED = 0xfe00;

const BLANK = 0x20;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

const codes = buildCodes();
