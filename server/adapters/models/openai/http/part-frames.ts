import { parseJson } from '../../../../kit/json.ts';

/**
 * Inserts the blank lines between events that some servers omit: a `data:` line with a complete chunk ends its event
 * when another `data:` line follows. JSON over several lines stays one event. Takes pieces of any size, returns whole
 * lines; `length` is that of the line that is not yet complete.
 */
export function createFrameParter() {
  let line = '';
  let afterReturn = false;
  /** The data of the event so far, while it is one line. */
  let only: string | undefined;

  const take = (whole: string): string => {
    const data = whole.startsWith('data:') ? whole.slice('data:'.length) : undefined;
    if (data === undefined) {
      if (whole === '') only = undefined;
      return `${whole}\n`;
    }
    const parts = only !== undefined && isChunk(only);
    only = parts || only === undefined ? data : '';
    return parts ? `\n${whole}\n` : `${whole}\n`;
  };

  return {
    get length() {
      return line.length;
    },
    push(text: string): string {
      let out = '';
      let from = afterReturn && text.startsWith('\n') ? 1 : 0;
      if (text !== '') afterReturn = text.endsWith('\r');
      for (const end of text.matchAll(/\r\n|\r|\n/g)) {
        if (end.index < from) continue;
        out += take(line + text.slice(from, end.index));
        line = '';
        from = end.index + end[0].length;
      }
      line += text.slice(from);
      return out;
    },
    /** The last line, with the end of its event. */
    end(): string {
      const rest = line === '' ? '' : take(line);
      line = '';
      return `${rest}\n\n`;
    },
  };
}

const isChunk = (data: string): boolean => {
  const text = data.trim();
  if (text === '[DONE]') return true;
  return /^[{[]/.test(text) && typeof parseJson(text) === 'object';
};
