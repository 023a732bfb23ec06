/**
 * Removes what stands around a whole answer, while it streams: the fence of an answer that is one Markdown code block, or
 * an element such as `<answer>`. Blocks inside it and blocks of other languages stay.
 */
export function createUnwrapper() {
  /** The fence around the answer; `''` when there is none, or when it is closed. */
  let mark: string | undefined;
  /** The fence of an inner block. */
  let inner = '';
  let held = '';
  /** The tag that closes the element around the answer; `''` when there is none, or when it is closed. */
  let closingTag = '';
  let atLineStart = true;

  /** A whole line without the closing fence. */
  const lineOf = (line: string): string => {
    const fence = atLineStart && line.length <= longestFence ? FENCE.exec(line) : null;
    atLineStart = true;
    if (fence === null) return line;
    const [, marks = '', language = ''] = fence;
    if (inner !== '') {
      if (language === '' && marks.startsWith(inner)) inner = '';
    } else if (language === '' && mark !== undefined && marks.startsWith(mark)) {
      mark = '';
      return '';
    } else inner = marks;
    return line;
  };

  const take = (piece: string): string => {
    let rest = held + piece;
    let shown = '';
    held = '';
    while (mark !== '') {
      const end = rest.indexOf('\n');
      if (end < 0) {
        if (atLineStart && MAY_BE_FENCE.test(rest)) held = rest;
        else {
          atLineStart = false;
          // Some models close the block behind their last word.
          held = MARKS_AT_END.exec(rest)?.[0] ?? '';
        }
        return shown + rest.slice(0, rest.length - held.length);
      }
      shown += lineOf(rest.slice(0, end + 1));
      rest = rest.slice(end + 1);
    }
    return shown + rest;
  };

  const takeElement = (piece: string): string => {
    const all = held + piece;
    const at = all.toLowerCase().indexOf(closingTag);
    held = '';
    if (at >= 0) {
      const shown = all.slice(0, at) + all.slice(at + closingTag.length);
      closingTag = '';
      return shown;
    }
    const open = all.lastIndexOf('<');
    if (open >= 0 && closingTag.startsWith(all.slice(open).toLowerCase())) held = all.slice(open);
    return all.slice(0, all.length - held.length);
  };

  return {
    push(piece: string): string {
      if (closingTag !== '') return takeElement(piece);
      if (mark !== undefined) return take(piece);
      held += piece;
      if (MAY_OPEN.test(held)) return '';
      const opening = OPENING.exec(held);
      const text = held;
      held = '';
      mark = opening?.[1] ?? '';
      const element = opening === null ? ELEMENT.exec(text) : null;
      if (element !== null) {
        closingTag = `</${element[1]?.toLowerCase()}>`;
        return takeElement(text.slice(element[0].length));
      }
      return opening === null ? text : take(text.slice(opening[0].length));
    },
    /** Returns text that was held back and is not a closing fence. */
    end(): string {
      const isClosed = mark !== undefined && mark !== '' && inner === '' && held.startsWith(mark);
      const last = isClosed ? '' : mark === undefined ? held : lineOf(held);
      held = '';
      return last;
    },
  };
}

/** Maximum length of a line with a fence, which bounds the pattern below. */
const longestFence = 200;
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\r\n]{0,100}?)\s*$/;
const OPENING = /^\s{0,20}(`{3,}|~{3,})[ \t]*(?:markdown|mdx?)(?:[ \t{][^`\r\n]{0,80})?\r?\n/i;
const ELEMENT = /^\s{0,20}<(answer|final_answer|response)>\s*/i;
const MARKS_AT_END = /(?:`{1,10}|~{1,10})\s{0,5}$/;
/** The beginning of such a line. */
const MAY_OPEN =
  /^\s{0,20}(?:<[a-z_]{0,12}|`{0,2}|~{0,2}|(?:`{3,10}|~{3,10})[ \t]{0,5}(?:[a-z]{0,8}|(?:markdown|mdx?)[ \t{][^`\r\n]{0,80})\r?)$/i;
const MAY_BE_FENCE = /^ {0,3}(?:`{0,2}|~{0,2}|(?:`{3,20}|~{3,20})[^`~]{0,40})$/;
