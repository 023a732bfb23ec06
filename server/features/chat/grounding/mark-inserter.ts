import { deniesCoverage } from '../answer-state.ts';
import type { Attribution } from './attribution.ts';

/** Inserts missing citation markers. */
export interface MarkInserter {
  /** Takes checked text; returns it with markers after supported sentences. */
  push(text: string): string;
  end(): string;
}

/** Shorter sentences cannot be attributed. */
const shortest = 12;

/**
 * Inserts markers into an answer whose model writes none: after each supported sentence of prose and lists. Stops at
 * the model's first own marker.
 */
export function createMarkInserter(
  attribution: Pick<Attribution, 'bestFor'>,
  filter: {
    readonly hasMarks: () => boolean;
    readonly addMark: (article: number, statement: string) => void;
  },
): MarkInserter {
  let sentence = '';
  let line = '';
  let inCode = false;
  /** Script of the sentence that has just ended; `no` within a sentence. */
  let ended: 'no' | 'latin' | 'dense' = 'no';

  const markFor = (): string => {
    const statement = sentence.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim();
    sentence = '';
    ended = 'no';
    const isNoStatement = statement.length < shortest || deniesCoverage(statement);
    const skips = inCode || isNoStatement || /^\s*(?:#|\||>|```|~~~)/.test(line);
    const article = skips ? undefined : attribution.bestFor(statement);
    if (article === undefined) return '';
    filter.addMark(article, statement);
    return `[${article}]`;
  };

  return {
    push(text) {
      if (filter.hasMarks()) return text;
      let out = '';
      for (const char of text) {
        if (char === '\n') {
          out += `${markFor()}\n`;
          if (/^\s*(?:`{3,}|~{3,})/.test(line)) inCode = !inCode;
          line = '';
          ended = 'no';
          continue;
        }
        const closes = CLOSING.test(char);
        if ((ended === 'latin' && /\s/.test(char)) || (ended === 'dense' && !closes && !END.test(char)))
          out += markFor();
        sentence += char;
        line += char;
        out += char;
        if (!closes) ended = DENSE_END.test(char) ? 'dense' : END.test(char) ? 'latin' : 'no';
      }
      return out;
    },
    end: () => (filter.hasMarks() ? '' : markFor()),
  };
}

const END = /[.!?。！？…]/;
const DENSE_END = /[。！？]/;
const CLOSING = /["'”’」』）)]/;
