import type { MarkQuote } from '../../../../contract/articles/articles.ts';
import { droppedPart, readAddress, readSchemeless } from './autolinks.ts';
import { lineInCode, readCodeSpan, readFence, type Fence } from './code-syntax.ts';
import { readAngle, readReference } from './html-syntax.ts';
import {
  readBlanks,
  readBracket,
  readClosing,
  readEscape,
  readImage,
  readWideBracket,
} from './link-syntax.ts';
import {
  createMarkCheck,
  type CheckedMark,
  type DoubtfulMark,
  type MarkCounts,
  type MarkRules,
} from './mark-check.ts';
import { readSuperscript, readSuperscriptTag } from './mark-syntax.ts';
import type { ParserState, InlineParser } from './inline-parser.ts';
import { createShownText } from './shown-text.ts';
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
  /** The markers that are shown, in their order. */
  readonly shown: readonly CheckedMark[];
  /** The markers that were dropped although their articles may support the statements. */
  readonly doubtful: readonly DoubtfulMark[];
  /** Records a marker that was inserted after a statement. */
  addMark(article: number, statement: string): void;
  /** Takes the last markers back, because the sentence with them is not shown. */
  withdraw(count: number): void;
}

/** Brackets and letters that cannot be part of a marker, an address or the end of a link. */
const inertRun = /^[[(][[\](a-egi-vxyzA-EGI-VXYZ]*/;

/** A construct still open after this many characters is ordinary text. */
const longestConstruct = 600;

/**
 * Filters a model's answer while it streams. `[N]` markers stay only after statements that their article supports;
 * images and links to other sites lose their address in any Markdown syntax; HTML is shown as text; invisible
 * characters are removed. Code is unchanged where every renderer treats it as code. Only the text of an unfinished
 * construct is held back, so tokens are not delayed, and the result does not depend on how the text was split.
 */
export function createAnswerFilter(rules: FilterRules): AnswerFilter {
  const check = createMarkCheck(rules);
  const visible = createInvisibleStripper();
  const shown = createShownText();
  let pending = '';
  let dropping = false;
  let fence: Fence | undefined;
  /** True when the current line is certainly inside a code block. */
  let insideLine = false;

  const keepMarks: ParserState['keepMarks'] = (numbers, isGuess) =>
    check.keep(shown.tail(), numbers, isGuess);

  /** Takes characters of the pending text and shows `said` in their place. */
  const show = (take: number, said: string): string => {
    pending = pending.slice(take);
    return shown.add(said, fence !== undefined);
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
    const { line, trustedFences, unpaired } = shown;
    const opened = trustedFences === 'none' ? undefined : readFence(text, line, ended);
    if (opened === 'more') return undefined;
    if (opened && (trustedFences === 'all' || opened.fence.indent === 0)) {
      ({ fence } = opened);
      return show(opened.take, text.slice(0, opened.take));
    }
    const state: ParserState = {
      text,
      before: line,
      unpaired,
      ended,
      allowsLink: rules.allowsLink,
      keepMarks,
    };
    for (const read of readers.get(signOf(text.charAt(0))) ?? []) {
      const result = read(state);
      if (result === 'more') return undefined;
      if (!result) continue;
      dropping = result.dropping ?? false;
      if (result.show === '') shown.removed();
      if (result.unpaired) shown.leftUnpaired();
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
        shown.distrust();
        return '';
      }
      if (meaning === 'end') {
        const last = show(length, pending.slice(0, length));
        fence = undefined;
        return last;
      }
    }
    insideLine = lineEnd === 0;
    return show(length, pending.slice(0, length));
  };

  const drain = (final: boolean): string => {
    let text = '';
    for (let piece = step(final); piece !== undefined; piece = step(final)) text += piece;
    return text;
  };

  return {
    marks: check.marks,
    quotes: check.quotes,
    shown: check.shown,
    doubtful: check.doubtful,
    addMark: (article, statement) => check.add(article, statement, 'added'),
    withdraw: check.withdraw,
    push(piece) {
      let text = '';
      // Long pieces are parsed in parts, so that no step copies all the remaining text.
      for (let at = 0; at < piece.length; at += longestConstruct) {
        pending += visible.push(piece.slice(at, at + longestConstruct));
        text += drain(false);
      }
      return text;
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

const signs = /(?<! ) +(?=$|[[【［])|[`~[【［\]】］!<&\\:：/／hfwｈｆｗ¹²³⁴-⁹]/i;
