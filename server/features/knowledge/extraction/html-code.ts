import { fenced, type Outline } from './blocks.ts';
import type { HtmlReader } from '../../../markup/html-events.ts';

/** Reads the inside of a `pre` element; `done` is called when it ends. */
export const createCodeReader = (
  attributes: ReadonlyMap<string, string>,
  outline: Outline,
  done: () => void,
): HtmlReader => {
  const parts: string[] = [];
  let language = languageOf(attributes);
  let isEmptyLine = false;
  const startLine = () => {
    const last = parts.at(-1);
    if (last !== undefined && !last.endsWith('\n')) parts.push('\n');
    isEmptyLine = true;
  };
  const finish = () => {
    outline.add('code', fenced(parts.join(''), language));
    done();
  };
  return {
    open(name, inner) {
      if (lineTags.has(name)) startLine();
      if (name === 'br') {
        parts.push('\n');
        isEmptyLine = false;
      } else if (name === 'code') language ||= languageOf(inner);
    },
    close(name) {
      if (name === 'pre') finish();
      else if (lineTags.has(name) && isEmptyLine) {
        parts.push('\n');
        isEmptyLine = false;
      }
    },
    text(text) {
      parts.push(text);
      isEmptyLine = false;
    },
    finish,
  };
};

/** Elements that highlighters put around each line, mostly without a line break. */
const lineTags: ReadonlySet<string> = new Set(['div', 'li', 'p', 'tr']);

const languageOf = (attributes: ReadonlyMap<string, string>): string =>
  /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})/.exec(attributes.get('class') ?? '')?.[1] ?? '';
