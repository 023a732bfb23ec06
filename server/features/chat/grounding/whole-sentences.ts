import { sentences } from '../../../text/sentences.ts';
import { deniesCoverage } from '../answer-state.ts';
import type { Attribution } from './attribution.ts';
import { isFence, isForeignBlock, isForeignCommand } from './foreign-code.ts';
import { isStatement } from './statements.ts';

/** Passes a text on by whole sentences and lines, with the markers and remarks that it lacks. */
export interface WholeSentences {
  /** Takes checked text; returns the sentences that are whole. */
  push(text: string): string;
  /**
   * Returns the rest, and the torn sentence that is left out where the text was cut off. One that is all there is stays, without its marks.
   */
  end(isTorn: boolean): { readonly rest: string; readonly dropped: string };
  /** Returns what is held, finished or not. */
  flush(): string;
}

/** Characters of an unfinished sentence that are held back at most. */
const longestHeld = 400;
const MARKS = /\[\d{1,2}\]/g;
const ENDS = /[。！？!?｡…．.]["'”’」』）)\]】》〉*_]*\s*$/;

/**
 * Inserts markers into an answer whose model writes none: after each sentence of prose and lists that a passage says nearly word by word. None
 * after announcements, questions and torn sentences, and none from the model's first own marker on. Code of which no line stands in a passage is
 * followed by `foreignCode` everywhere.
 */
export function createWholeSentences(
  attribution: Pick<Attribution, 'surestFor' | 'holdsCode'>,
  filter: {
    readonly hasMarks: () => boolean;
    readonly addMark: (article: number, statement: string) => void;
  },
  foreignCode: string,
): WholeSentences {
  let open = '';
  let hasPassed = false;
  /** The beginning of the current line, as far as it has passed. */
  let line = '';
  /** The lines of the open code block, and what closes it. */
  let code: string[] | undefined;
  let closing = '';

  const pass = (length: number): string => {
    const text = open.slice(0, length);
    open = open.slice(length);
    hasPassed ||= text.trim() !== '';
    return text;
  };

  const remarkAfter = (sentence: string): string => {
    const statement = sentence.replace(/^(?:[-*+]|\d{1,3}[.)])\s+/, '');
    if (isForeignCommand(statement, attribution)) return ` *${foreignCode}*`;
    const isPlain = !/^\s*(?:#|\||>)/.test(line) && isStatement(statement) && !deniesCoverage(statement);
    const article = isPlain && !filter.hasMarks() ? attribution.surestFor(statement) : undefined;
    if (article === undefined) return '';
    filter.addMark(article, statement);
    return `[${article}]`;
  };
  /** Prose with what follows each of its sentences, behind the marks that it has. */
  const remarked = (prose: string): string => {
    let said = '';
    let at = 0;
    for (const { text, end } of sentences(withoutMarks(prose))) {
      const until = end + (/^(?:\s*\[\d{1,2}\])*/.exec(prose.slice(end))?.[0].length ?? 0);
      said += prose.slice(at, until) + remarkAfter(text);
      at = until;
    }
    return said + prose.slice(at);
  };
  /** The remark below a block of code that has just ended. */
  const remarkBelow = (lines: readonly string[]): string =>
    isForeignBlock(lines, attribution) ? `\n*${foreignCode}*\n\n` : '';
  /** A line, or sentences of one. */
  const readPart = (part: string): string => {
    line = longer(line, part);
    const [whole, isEnd] = [line, part.endsWith('\n')];
    const said = code || isFence(whole) ? part : remarked(part);
    if (!isEnd) return said;
    line = '';
    if (!isFence(whole)) {
      if (code && code.length < mostLines) code.push(whole.trimEnd());
      return said;
    }
    const lines = code;
    code = lines ? undefined : [];
    closing = /`{3,}|~{3,}/.exec(whole)?.[0] ?? '';
    return said + (lines ? remarkBelow(lines) : '');
  };
  const read = (text: string): string =>
    text
      .split(/(?<=\n)/)
      .map(readPart)
      .join('');
  /** What ends a block of code that the text ends in. */
  const endOfCode = (): string => {
    if (code === undefined) return '';
    const isClosed = isFence(line);
    const remark = remarkBelow(isClosed ? code : [...code, line]).trimEnd();
    return remark && (isClosed ? '\n' : `\n${closing}\n`) + remark;
  };

  return {
    push(text) {
      open += text;
      // With a next sentence in sight a full stop of `e.g.` or of a list number is told from an end.
      const whole = read(pass(lastStart(`${withoutMarks(open)}A`)));
      if (open.length <= longestHeld) return whole;
      line = longer(line, open);
      return whole + pass(open.length);
    },
    end(isTorn) {
      const plain = withoutMarks(open);
      const isCut = isTorn && !ENDS.test(plain);
      const whole = read(pass(isCut ? lastStart(plain) : open.length));
      const dropped = open;
      open = '';
      return { rest: whole + (hasPassed ? '' : dropped.replace(MARKS, '')) + endOfCode(), dropped };
    },
    flush: () => pass(open.length),
  };
}

/** Of a line so much is looked at, in UTF-16 units. */
const longestLine = 1000;
/** The beginning of a line; of an endless one each part would else be read with all before it. */
const longer = (line: string, part: string): string => (line.length < longestLine ? line + part : line);
/** Lines of a code block that are looked at. */
const mostLines = 200;

/** The text with blanks in place of its marks, which stand behind the full stop of their sentence or before it. */
const withoutMarks = (text: string): string => text.replace(MARKS, (mark) => ' '.repeat(mark.length));

/** Where the last sentence of a text begins. */
const lastStart = (plain: string): number => sentences(plain).at(-1)?.start ?? plain.length;
