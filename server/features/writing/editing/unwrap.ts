/** Removes a code fence around a whole text, without its first line, while it streams. */
export interface Unwrap {
  push(text: string): string;
  end(): string;
}

/**
 * Stops at the closing outer fence; text after it is dropped. Inner fences with a language open and close code of the
 * text.
 */
export function createUnwrap(): Unwrap {
  let open = '';
  let isMidLine = false;
  let isInner = false;
  let isClosed = false;

  const line = (text: string): string => {
    const info = isMidLine ? undefined : FENCE.exec(text)?.[1]?.trim();
    isMidLine = !text.endsWith('\n');
    if (info === undefined) return text;
    if (!isInner && info === '') isClosed = true;
    else isInner = !(isInner && info === '');
    return isClosed ? '' : text;
  };

  return {
    push(text) {
      open += text;
      let given = '';
      for (let end = open.indexOf('\n'); end >= 0 && !isClosed; end = open.indexOf('\n')) {
        given += line(open.slice(0, end + 1));
        open = open.slice(end + 1);
      }
      if (isClosed) open = '';
      // The beginning of a line may still become a fence.
      if (!isMidLine && open.length <= longestFence && /^[ \t]*(?:`|$)/.test(open)) return given;
      given += line(open);
      open = '';
      return given;
    },
    end: () => (isClosed ? '' : line(open)),
  };
}

const FENCE = /^[ \t]{0,3}`{3,}([^`\n]*)\n?$/;

/** A longer line is no fence; it need not be kept until it ends. */
const longestFence = 200;
