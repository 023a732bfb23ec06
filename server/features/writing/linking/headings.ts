import { segmentsOf } from '../editing/segments.ts';

/** Headings of a text, one per line, indented by level; at most sixty. */
export const headingsOf = (text: string): string =>
  segmentsOf(text)
    .filter(({ kind }) => kind === 'prose')
    .flatMap(({ text: prose }) => [...prose.matchAll(/^ {0,3}(#{1,6})[ \t]+([^\n]{1,120})/gm)])
    .slice(0, MAX_HEADINGS)
    .map(([, marks = '', heading = '']) => `${'  '.repeat(marks.length - 1)}${heading.trim()}`)
    .join('\n');

const MAX_HEADINGS = 60;
