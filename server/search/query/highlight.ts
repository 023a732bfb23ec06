import { guessLanguage } from '../../text/language.ts';
import { stemLanguage, type StemLanguage } from '../../text/morphology/stem.ts';
import { scriptCode, scriptRuns, SPACED } from '../../text/scripts.ts';
import { denseGrams, foldText, isStopWord, plainWord, runWords, stem } from '../../text/text.ts';
import { foldWithOffsets } from '../postings/offsets.ts';

/** A range of the original text, in UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface SnippetOptions {
  /** Characters kept on each side of the best window's middle matches. */
  readonly around?: number;
  /** Further folded words to mark: completions and corrections of what was typed. */
  readonly alsoWords?: readonly string[];
}

/**
 * A snippet of the text around its best matches for the query, as HTML with `&`, `<` and `>` escaped and `<mark>` as
 * its only tag. It begins and ends with whole words; cut sides show `…`. Without a match it is the beginning of the
 * text, unmarked.
 */
export function snippet(text: string, query: string, options: SnippetOptions = {}): string {
  const around = options.around ?? 80;
  const matches = findMatches(text, query, options.alsoWords);
  if (matches.length === 0) return beginning(text, 2 * around);
  const window = widened(text, bestWindow(matches, around), around);
  const body = marked(text, window, joined(matches, window));
  return (window.start > 0 ? '…' : '') + body + (window.end < text.length ? '…' : '');
}

/**
 * The ranges of the query's words in the original text, in order and without overlap. Widths, case, Traditional forms
 * and English endings do not matter. Stop words count only when the query consists of them.
 */
export function findMatches(text: string, query: string, alsoWords: readonly string[] = []): Match[] {
  const language = stemLanguage(guessLanguage(text));
  const wanted = wantedWords(query, alsoWords, language);
  const { folded, starts, ends } = foldWithOffsets(text);
  const found: Match[] = [];
  const push = (from: number, to: number, word: string) =>
    found.push({ start: starts[from] ?? 0, end: ends[to - 1] ?? 0, word });
  for (const run of scriptRuns(folded)) {
    if (run.script === 'spaced') {
      const word = plainWord(run.text);
      const key =
        wanted.spaced.get(word) ?? wanted.spaced.get(stem(word, language)) ?? prefixOf(word, wanted.prefixes);
      if (key !== undefined) push(run.start, run.end, key);
    } else {
      for (const word of wanted.dense) {
        for (let at = run.text.indexOf(word); at >= 0; at = run.text.indexOf(word, at + word.length)) {
          push(run.start + at, run.start + at + word.length, word);
        }
      }
    }
  }
  return withoutOverlap(found, text.length);
}

/** A range with the index of the matched query word. */
export interface Match extends Range {
  readonly word: string;
}

interface Wanted {
  /** Folded words and stems, each with the index of its query word. */
  readonly spaced: ReadonlyMap<string, string>;
  readonly prefixes: readonly string[];
  readonly dense: readonly string[];
}

function wantedWords(query: string, alsoWords: readonly string[], language: StemLanguage): Wanted {
  const all = scriptRuns(foldText(query)).flatMap((run) =>
    runWords(run).map((word) => ({ word, script: run.script })),
  );
  const subject = all.filter(({ word }) => !isStopWord(word));
  const used = subject.length > 0 ? subject : all;
  const spaced = new Map<string, string>();
  const typed = used.filter(({ script }) => script === 'spaced').map(({ word }) => word);
  for (const word of [...typed, ...alsoWords]) {
    spaced.set(word, word);
    spaced.set(stem(word, language), word);
  }
  const dense = used.filter(({ script }) => script === 'dense').map(({ word }) => word);
  // Longer words first; the pairs of a long word match its parts where the whole word is missing.
  const pairs = dense.filter((word) => word.length > 2).flatMap((word) => denseGrams(word).filter(isPair));
  const byLength = [...new Set([...dense, ...pairs])].toSorted((a, b) => b.length - a.length);
  return { spaced, dense: byLength, prefixes: typed.filter((word) => word.length >= 3) };
}

const prefixOf = (word: string, prefixes: readonly string[]): string | undefined =>
  prefixes.find((prefix) => word.startsWith(prefix));

const isPair = (gram: string): boolean => gram.length > 1;

/** Longer matches replace shorter ones that they overlap. */
function withoutOverlap(matches: readonly Match[], length: number): Match[] {
  const taken = new Uint8Array(length);
  const kept: Match[] = [];
  for (const match of matches.toSorted((a, b) => b.end - b.start - (a.end - a.start))) {
    if (taken[match.start] === 1 || taken[match.end - 1] === 1) continue;
    taken.fill(1, match.start, match.end);
    kept.push(match);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}

/**
 * The window of at most `size` characters with the most different query words, then the most matches. With the
 * matches of `findMatches` it is the part of a passage closest to a question.
 */
function bestWindow(matches: readonly Match[], size: number): Range {
  let best: Range = matches[0] ?? { start: 0, end: 0 };
  let bestScore = 0;
  for (const [first, { start }] of matches.entries()) {
    const inside = matches
      .slice(first, first + MAX_MATCHES_IN_WINDOW)
      .filter(({ end }) => end - start <= size);
    const score = new Set(inside.map(({ word }) => word)).size * MAX_MATCHES_IN_WINDOW + inside.length;
    if (score <= bestScore) continue;
    bestScore = score;
    best = { start, end: inside.at(-1)?.end ?? start };
  }
  return best;
}

const MAX_MATCHES_IN_WINDOW = 64;

/** The window extended by `around` characters on each side, without splitting a code point. */
function widened(text: string, window: Range, around: number): Range {
  let start = Math.max(0, window.start - around);
  let end = Math.min(text.length, window.end + around);
  if (isLowSurrogate(text, start)) start--;
  if (isLowSurrogate(text, end)) end++;
  const begins = wordStart(text, start, window.start);
  const body = text.slice(begins, window.start);
  return {
    start: begins === 0 ? 0 : begins + (AFTER_WORDS.exec(body)?.[0].length ?? 0),
    end: wordEnd(text, end, window.end),
  };
}

/** Punctuation that follows words, such as the end of what stands in brackets; a snippet must not begin with it. */
const AFTER_WORDS = /^[\s,.;:!?，。、；：！？\p{Pe}\p{Pf}>]+/u;

/** Offset of the first word that begins at or after `from`; `from` itself when none is near. */
function wordStart(text: string, from: number, limit: number): number {
  if (from === 0 || !cutsWord(text, from)) return from;
  let at = from;
  while (at < limit && at - from < LONGEST_CUT && isWordUnit(text, at)) at++;
  if (at - from === LONGEST_CUT || at >= limit) return from;
  while (at < limit && text.charAt(at) === ' ') at++;
  return at;
}

/** Offset of the last word end at or before `from`; `from` itself when none is near. */
function wordEnd(text: string, from: number, limit: number): number {
  if (from === text.length || !cutsWord(text, from)) return from;
  let at = from;
  while (at > limit && from - at < LONGEST_CUT && isWordUnit(text, at - 1)) at--;
  if (from - at === LONGEST_CUT || at <= limit) return from;
  while (at > limit && text.charAt(at - 1) === ' ') at--;
  return at;
}

/** Longer runs are not words and may be cut. */
const LONGEST_CUT = 60;

/** True for letters, and for signs inside an address or a name such as `key=value`. */
const isWordUnit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return scriptCode(code) === SPACED || (code > 0x20 && code < 0x7f);
};
const cutsWord = (text: string, at: number): boolean => isWordUnit(text, at - 1) && isWordUnit(text, at);

/** The matches inside the window; adjacent ones are joined. */
function joined(matches: readonly Range[], window: Range): Range[] {
  const ranges: Range[] = [];
  for (const { start, end } of matches) {
    if (start < window.start || end > window.end) continue;
    const last = ranges.at(-1);
    if (last?.end === start) ranges[ranges.length - 1] = { start: last.start, end };
    else ranges.push({ start, end });
  }
  return ranges;
}

function marked(text: string, window: Range, matches: readonly Range[]): string {
  let html = '';
  let at = window.start;
  for (const { start, end } of matches) {
    html += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at, window.end));
}

function beginning(text: string, size: number): string {
  if (text.length <= size) return escapeHtml(text);
  const cut = isLowSurrogate(text, size) ? size - 1 : size;
  return `${escapeHtml(text.slice(0, wordEnd(text, cut, 0)))}…`;
}

const isLowSurrogate = (text: string, at: number): boolean => /^[\uDC00-\uDFFF]/.test(text.charAt(at));

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};
