import { deniesCoverage } from '../answer-state.ts';
import type { Attribution } from './attribution.ts';
import { isFence, isForeignBlock, isForeignCommand } from './foreign-code.ts';
import { isStatement } from './statements.ts';

/** Inserts missing citation markers, and remarks at code that is not the site's. */
export interface MarkInserter {
  /** Takes checked text; returns it with markers after supported sentences. */
  push(text: string): string;
  /** Returns what ends the text; with `torn` its last sentence is cut off and gets no marker. */
  end(torn?: boolean): string;
}

/** Length of a sentence and of a line that is looked at. */
const longest = 1_200;

/**
 * Inserts markers into an answer whose model writes none: after each sentence of prose and lists that a passage says
 * nearly word by word. None after announcements, questions and torn sentences. Stops at the model's first own marker.
 * Code of which no line stands in a passage is followed by `foreignCode` everywhere.
 */
export function createMarkInserter(
  attribution: Pick<Attribution, 'surestFor' | 'holdsCode'>,
  filter: {
    readonly hasMarks: () => boolean;
    readonly addMark: (article: number, statement: string) => void;
  },
  foreignCode: string,
): MarkInserter {
  let sentence = '';
  let line = '';
  /** The lines of the open code block. */
  let code: string[] | undefined;
  /** Script of the sentence that has just ended; `no` within a sentence. */
  let ended: 'no' | 'latin' | 'dense' = 'no';

  const markFor = (): string => {
    const statement = sentence.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim();
    sentence = '';
    ended = 'no';
    if (isForeignCommand(statement, attribution)) return ` *${foreignCode}*`;
    const isMarked = !filter.hasMarks() && isStatement(statement) && !deniesCoverage(statement);
    const article = !isMarked || /^\s*(?:#|\||>)/.test(line) ? undefined : attribution.surestFor(statement);
    if (article === undefined) return '';
    filter.addMark(article, statement);
    return `[${article}]`;
  };

  /** The remark below a block of code that has just ended. */
  const remarkFor = (lines: readonly string[]): string =>
    isForeignBlock(lines, attribution) ? `\n*${foreignCode}*\n\n` : '';

  /** Ends a line; returns what follows it. */
  const endLine = (): string => {
    const whole = line;
    line = '';
    ended = 'no';
    if (!isFence(whole)) {
      if (code && code.length < mostLines) code.push(whole);
      return '';
    }
    sentence = '';
    const lines = code;
    code = lines ? undefined : [];
    return lines ? remarkFor(lines) : '';
  };

  return {
    push(text) {
      let out = '';
      for (const char of text) {
        if (char === '\n') {
          const mark = code || isFence(line) ? '' : markFor();
          out += `${mark}\n${endLine()}`;
          continue;
        }
        if (code === undefined) {
          const closes = CLOSING.test(char);
          if ((ended === 'latin' && /\s/.test(char)) || (ended === 'dense' && !closes && !END.test(char)))
            out += markFor();
          if (sentence.length < longest) sentence += char;
          if (!closes) ended = DENSE_END.test(char) ? 'dense' : END.test(char) ? 'latin' : 'no';
        }
        if (line.length < longest) line += char;
        out += char;
      }
      return out;
    },
    end(torn = false) {
      if (code === undefined) return isFence(line) || torn ? '' : markFor();
      const isClosed = isFence(line);
      if (!isClosed) code.push(line);
      const remark = remarkFor(code).trimEnd();
      const border = isClosed ? '\n' : '\n```\n';
      return remark === '' ? '' : border + remark;
    },
  };
}

/** Lines of a code block that are looked at. */
const mostLines = 200;

const END = /[.!?。！？…]/;
const DENSE_END = /[。！？]/;
const CLOSING = /["'”’」』）)]/;
