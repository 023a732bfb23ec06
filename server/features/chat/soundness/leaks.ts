import { bare } from '../../../text/text.ts';

/** Signs by which a line is known as one of the instructions. */
export const telling = 40;

/** A longer line of so few letters is none of them, and to hold it back would cost more with each piece. */
const mostHeld = 400;

/** The instructions of a prompt, and the random word in its tags. */
export interface PromptMarks {
  readonly instructions: string;
  readonly fence: string;
}

/** A tag of the prompt, as far as its random word. The bound keeps the search linear in long words. */
export const tagOf = (fence: string): RegExp => new RegExp(`<?/?[a-z]{0,12}-?${RegExp.escape(fence)}`);

/**
 * Takes the prompt's own words out of an answer while it streams: lines of its instructions are dropped, and with one of
 * its tags, behind which the material follows, the answer ends. Held back is a line that is the same so far.
 */
export function createLeakFilter({ instructions, fence }: PromptMarks) {
  const known = bare(instructions);
  const tag = tagOf(fence);
  let held = '';
  let atLineStart = true;
  let isDropping = false;
  let hasEnded = false;

  /** The next line or piece of one that can be shown, `''` for a dropped one; `undefined` when more text decides. */
  const next = (isLast: boolean): string | undefined => {
    if (held === '') return undefined;
    const newline = held.indexOf('\n');
    const line = newline < 0 ? held : held.slice(0, newline + 1);
    const letters = bare(line);
    if (atLineStart && known.includes(letters)) {
      const mayFollow = letters.length < telling && line.length < mostHeld;
      if (newline < 0 && !isLast && mayFollow) return undefined;
      isDropping = letters.length >= telling || (isDropping && letters !== '');
      if (isDropping) {
        // The rest of a line that is longer is compared anew.
        held = held.slice(line.length);
        return '';
      }
    }
    isDropping &&= letters === '';
    atLineStart = newline >= 0;
    held = held.slice(line.length);
    return line;
  };

  const drain = (isLast: boolean): string => {
    let shown = '';
    for (let line = next(isLast); line !== undefined; line = next(isLast)) shown += line;
    return shown;
  };

  return {
    /** True once the answer has ended at a tag of the prompt; more text is not shown. */
    get ended() {
      return hasEnded;
    },
    push(piece: string): string {
      if (hasEnded) return '';
      held += piece;
      const leak = tag.exec(held);
      hasEnded = leak !== null;
      if (leak) held = held.slice(0, leak.index);
      const open = hasEnded ? '' : (openTag.exec(held)?.[0] ?? '');
      held = held.slice(0, held.length - open.length);
      const shown = drain(hasEnded);
      held += open;
      return shown;
    },
    end(): string {
      return hasEnded ? '' : drain(true);
    },
  };
}

/** The end of a text that may become a tag of the prompt. */
const openTag = /<\/?[a-z]{0,12}(?:-[\w-]{0,12})?$/;
