import { sentences } from '../../../text/sentences.ts';

/** Characters of an unfinished sentence that are held back at most. */
const longestHeld = 400;

const MARKS = /\[\d{1,2}\]/g;
const ENDS = /[。！？!?｡…．.]["'”’」』）)\]】》〉*_]*\s*$/;

/**
 * Passes a text on sentence by sentence and line by line, so that a last one that was cut off can be left out. What is
 * longer than any sentence passes as it is.
 */
export function createWholeSentences() {
  let open = '';
  let hasPassed = false;
  const pass = (length: number): string => {
    const text = open.slice(0, length);
    open = open.slice(length);
    hasPassed ||= text.trim() !== '';
    return text;
  };
  return {
    /** Takes text; returns the sentences that are whole. */
    push(text: string): string {
      open += text;
      if (open.length > longestHeld) return pass(open.length);
      const plain = withoutMarks(open);
      // With a next sentence in sight a full stop of `e.g.` or of a list number is told from an end.
      return pass(lastStart(`${plain}A`));
    },
    /**
     * Returns the rest, and the torn sentence that is left out where the text was cut off. One that is all there is
     * stays, without its marks.
     */
    end(isTorn: boolean): { readonly rest: string; readonly dropped: string } {
      const plain = withoutMarks(open);
      if (!isTorn || ENDS.test(plain)) return { rest: pass(open.length), dropped: '' };
      const rest = pass(lastStart(plain));
      const dropped = open;
      open = '';
      return hasPassed ? { rest, dropped } : { rest: rest + dropped.replace(MARKS, ''), dropped };
    },
    /** Returns what is held, finished or not. */
    flush: (): string => pass(open.length),
  };
}

/** The text with blanks in place of its marks, which stand behind the full stop of their sentence or before it. */
const withoutMarks = (text: string): string => text.replace(MARKS, (mark) => ' '.repeat(mark.length));

/** Where the last sentence of a text begins. */
const lastStart = (plain: string): number => sentences(plain).at(-1)?.start ?? plain.length;
