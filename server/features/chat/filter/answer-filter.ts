import type { MarkQuote } from '../../../../contract/articles/articles.ts';
import { droppedPart, readAddress, readSchemeless } from './autolinks.ts';
import { fenceIn, lineInCode, readCodeSpan, readFence, type Fence } from './code-syntax.ts';
import { readAngle, readReference } from './html-syntax.ts';
import {
  readBlanks,
  readBracket,
  readClosing,
  readEscape,
  readImage,
  readWideBracket,
} from './link-syntax.ts';
import { createMarkCheck, type MarkCounts, type MarkRules } from './mark-check.ts';
import { readSuperscript, readSuperscriptTag } from './mark-syntax.ts';
import type { ParserState, InlineParser } from './inline-parser.ts';
import { createInvisibleStripper } from './strip-invisible.ts';

/** Rules for markers and links of an answer. */
export interface FilterRules extends MarkRules {
  /** True when an address may stay a link. */
  readonly allowsLink: (url: string) => boolean;
}

export interface AnswerFilter {
  /** Takes a piece of the model's text; returns what can be shown now. */
  push(piece: string): string;
  /** Returns the rest at the end of the text. */
  end(): string;
  readonly marks: MarkCounts;
  /** Quotes that support the markers, in the markers' order. */
  readonly quotes: readonly MarkQuote[];
  /** Records a marker that was inserted after a statement. */
  addMark(article: number, statement: string): void;
}

/** Brackets and letters that cannot be part of a marker, an address or the end of a link. */
const inertRun = /^[[(][[\](a-egi-vxyzA-EGI-VXYZ]*/;

/** A construct still open after this many characters is ordinary text. */
const longestConstruct = 600;
/** Length of the shown text kept to find the statement before a marker. */
const memoryLength = 800;

/**
 * Filters a model's answer while it streams. `[N]` markers stay only after statements that their article supports;
 * images and links to other sites lose their address in any Markdown syntax; HTML is shown as text; invisible
 * characters are removed. Code is unchanged where every renderer treats it as code. Only the text of an unfinished
 * construct is held back, so tokens are not delayed, and the result does not depend on how the text was split.
 */
export function createAnswerFilter(rules: FilterRules): AnswerFilter {
  const check = createMarkCheck(rules);
  const visible = createInvisibleStripper();
  let pending = '';
  let memory = '';
  /** Output of the current line. */
  let line = '';
  let dropping = false;
  /** True when something was removed after the last shown character. */
  let gap = false;
  let unpaired = false;
  let fence: Fence | undefined;
  /** True when the current line is certainly inside a code block. */
  let insideLine = false;
  /** Fences certain not to close another block: all of them, unindented ones, none. */
  let trusted: 'all' | 'flush' | 'none' = 'all';

  const keepMarks: ParserState['keepMarks'] = (numbers, isGuess) => {
    memory = memory.slice(-memoryLength);
    return check.keep(memory, numbers, isGuess);
  };

  const show = (take: number, said: string): string => {
    pending = pending.slice(take);
    const text = gap && joins(line, said) ? ` ${said}` : said;
    gap &&= said === '';
    memory = memory.length > 4 * memoryLength ? (memory + text).slice(-memoryLength) : memory + text;
    if (!text.includes('\n')) {
      if (line.length < memoryLength) line = (line + text).slice(0, memoryLength);
      return text;
    }
    const lines = (line + text).split('\n');
    line = (lines.pop() ?? '').slice(0, memoryLength);
    for (const whole of lines) {
      if (!fence) doubt(whole);
      unpaired &&= whole.trim() !== '';
    }
    return text;
  };

  /** Called for a line that some renderer may take for a code fence: later fences may then close that block. */
  const doubt = (shown: string) => {
    const found = fenceIn(shown);
    if (found === 'margin') trusted = 'none';
    else if (found === 'inside' && trusted === 'all') trusted = 'flush';
  };

  const step = (final: boolean): string | undefined => {
    if (pending === '') return undefined;
    if (fence) return codeStep(fence, final);
    if (dropping) {
      const { length, open } = droppedPart(pending);
      dropping = open && !final;
      if (length > 0) return show(length, '');
      if (dropping) return undefined;
    }
    const at = pending.search(signs);
    if (at !== 0) {
      const length = at < 0 ? pending.length : at;
      return show(length, pending.slice(0, length));
    }
    // A run of brackets longer than any construct is plain text.
    const inert = (inertRun.exec(pending)?.[0].length ?? 0) - longestConstruct;
    if (inert > 0) return show(inert, pending.slice(0, inert));
    return signStep(final || pending.length >= longestConstruct);
  };

  const signStep = (ended: boolean): string | undefined => {
    const text = pending.slice(0, longestConstruct);
    const opened = trusted === 'none' ? undefined : readFence(text, line, ended);
    if (opened === 'more') return undefined;
    if (opened && (trusted === 'all' || opened.fence.indent === 0)) {
      ({ fence } = opened);
      return show(opened.take, text.slice(0, opened.take));
    }
    const place: ParserState = {
      text,
      before: line,
      unpaired,
      ended,
      allowsLink: rules.allowsLink,
      keepMarks,
    };
    for (const read of readers.get(signOf(text.charAt(0))) ?? []) {
      const result = read(place);
      if (result === 'more') return undefined;
      if (!result) continue;
      dropping = result.dropping ?? false;
      gap ||= result.show === '';
      unpaired ||= result.unpaired ?? false;
      pending = pending.slice(0, result.take) + (result.again ?? '') + pending.slice(result.take);
      return show(result.take, result.show);
    }
    return show(1, text.charAt(0));
  };

  const codeStep = (open: Fence, final: boolean): string | undefined => {
    const lineEnd = pending.indexOf('\n') + 1;
    const length = lineEnd || pending.length;
    if (!insideLine) {
      const whole = lineEnd > 0 || final || pending.length >= longestConstruct;
      const meaning = lineInCode(pending.slice(0, length), whole, open);
      if (meaning === undefined) return undefined;
      if (meaning === 'unsure') {
        fence = undefined;
        trusted = 'none';
        return '';
      }
      if (meaning === 'end') {
        const shown = show(length, pending.slice(0, length));
        fence = undefined;
        return shown;
      }
    }
    insideLine = lineEnd === 0;
    return show(length, pending.slice(0, length));
  };

  const drain = (final: boolean): string => {
    let shown = '';
    for (let piece = step(final); piece !== undefined; piece = step(final)) shown += piece;
    return shown;
  };

  return {
    marks: check.marks,
    quotes: check.quotes,
    addMark: check.add,
    push(piece) {
      let shown = '';
      // Long pieces are parsed in parts, so that no step copies all the remaining text.
      for (let at = 0; at < piece.length; at += longestConstruct) {
        pending += visible.push(piece.slice(at, at + longestConstruct));
        shown += drain(false);
      }
      return shown;
    },
    end() {
      pending += visible.end();
      return drain(true);
    },
  };
}

/** Normalized lower-case form of a character. */
const signOf = (sign: string) => (sign < '\x80' ? sign : sign.normalize('NFKC')).toLowerCase();

/** Parsers by character, tried in order; text that none accepts is plain. */
const readers: ReadonlyMap<string, readonly InlineParser[]> = new Map<string, readonly InlineParser[]>([
  [' ', [readBlanks]],
  ['`', [readCodeSpan]],
  ['】', [readClosing]],
  ['[', [readBracket, readWideBracket]],
  ['【', [readWideBracket]],
  ['!', [readImage]],
  [']', [readClosing]],
  ['<', [readSuperscriptTag, readAngle]],
  ['&', [readReference]],
  ['\\', [readEscape]],
  [':', [readSchemeless]],
  ['/', [readSchemeless]],
  ...Array.from('123456789', (digit): [string, InlineParser[]] => [digit, [readSuperscript]]),
  ...['h', 'f', 'w'].map((letter): [string, InlineParser[]] => [letter, [readAddress]]),
]);

/** True when the end of one text and the start of another together form an address, link or marker. */
const joins = (before: string, after: string) =>
  before.endsWith(']') && after.startsWith(':')
    ? labelAlone.test(before)
    : (/[[\]!&\\`<:/(]$/.test(before) && /^[[\]!&`:/(#\w]/.test(after)) ||
      (/w$/i.test(before) && after.startsWith('.'));

/** A colon makes a link definition only of a label that begins a line, also in a list or a quotation. */
const labelAlone = /^[\s>*+\d.)-]*\[[^\]]*\]$/;

const signs = / +(?=$|[[【［])|[`~[【［\]】］!<&\\:：/／hfwｈｆｗ¹²³⁴-⁹]/i;
