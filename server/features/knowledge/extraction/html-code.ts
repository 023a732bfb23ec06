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
  const finish = () => {
    outline.add('code', fenced(parts.join(''), language));
    done();
  };
  return {
    open(name, inner) {
      if (name === 'br') parts.push('\n');
      else if (name === 'code') language ||= languageOf(inner);
    },
    close(name) {
      if (name === 'pre') finish();
    },
    text(text) {
      parts.push(text);
    },
    finish,
  };
};

const languageOf = (attributes: ReadonlyMap<string, string>): string =>
  /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})/.exec(attributes.get('class') ?? '')?.[1] ?? '';
