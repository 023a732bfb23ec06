import { parseJson } from '../../../../kit/json.ts';

/**
 * Inserts the blank lines between events that some servers omit: a `data:` line with a complete chunk ends its event
 * when another `data:` line follows. JSON over several lines stays one event; several chunks in one line, and lines of
 * JSON without `data:`, become events; `data` may be written in capitals. Takes pieces of any size, returns whole lines; `length` is that of the line that
 * is not yet complete.
 */
export function createFrameParter() {
  let line = '';
  let afterReturn = false;
  /** The data of the event so far, while it is one line. */
  let only: string | undefined;
  /** Lines are chunks without `data:`; unknown before the first one. */
  let isBare: boolean | undefined;

  const take = (whole: string): string => {
    if (whole.trim() !== '') isBare ??= whole.startsWith('{') && chunksOf(whole).length > 0;
    const field = DATA.exec(whole);
    const data = field === null ? undefined : whole.slice(field[0].length);
    if (data === undefined) {
      if (isBare === true && whole.startsWith('{')) return eventsOf(chunksOf(whole));
      if (whole === '') only = undefined;
      return `${whole}\n`;
    }
    const parts = only !== undefined && isChunk(only);
    const glued = parts || only === undefined ? chunksIn(data) : [];
    if (glued.length > 1) {
      only = undefined;
      return `\n${eventsOf(glued)}`;
    }
    only = parts || only === undefined ? data : '';
    return parts ? `\ndata:${data}\n` : `data:${data}\n`;
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

const DATA = /^data[ \t]{0,10}:/i;

const eventsOf = (chunks: readonly string[]): string => chunks.map((chunk) => `data: ${chunk}\n\n`).join('');

/** The chunks of a line or of a body: one, or several glued together; none where it is anything else. */
export const chunksOf = (text: string): readonly string[] => (isChunk(text) ? [text] : chunksIn(text));

const isChunk = (data: string): boolean => {
  const text = data.trim();
  if (text === '[DONE]') return true;
  return /^[{[]/.test(text) && typeof parseJson(text) === 'object';
};

/** The objects of a text that is nothing but several of them, one behind the other. */
function chunksIn(data: string): readonly string[] {
  const text = data.trim();
  if (!text.startsWith('{') || isChunk(text)) return [];
  const chunks: string[] = [];
  let [depth, start, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === '\\') at++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '{') {
      if (depth++ === 0) start = at;
    } else if (sign === '}' && --depth === 0) chunks.push(text.slice(start, at + 1));
    if (depth < 0) return [];
  }
  return depth === 0 && !inString && chunks.every(isChunk) ? chunks : [];
}
