import { explained } from '../../../kit/explained.ts';
import { invalid } from '../../../kit/fault.ts';
import { escapeHtml } from '../../../markup/html.ts';
import { documentLimits } from '../document.ts';

/** Counts characters. Throws the Fault `invalid` when a document has more of them than are read. */
export const createTextLimit = () => {
  let length = 0;
  return (text: string): void => {
    length += text.length;
    if (length > documentLimits.characters)
      throw invalid(explained('document_long', { count: documentLimits.characters }));
  };
};

/** Collects the HTML of a document. Throws the Fault `invalid` for a text that is too long. */
export function createHtmlWriter() {
  const parts: string[] = [];
  const count = createTextLimit();
  const put = (html: string): void => {
    count(html);
    parts.push(html);
  };
  return {
    put,
    heading(level: number, text: string, id = ''): void {
      const tag = `h${Math.min(Math.max(level, 1), 6)}`;
      put(`<${tag}${id && ` id="${escapeHtml(id)}"`}>${escapeHtml(text)}</${tag}>\n`);
    },
    paragraph: (text: string): void => put(`<p>${escapeHtml(text)}</p>\n`),
    item: (text: string): void => put(`<ul><li>${escapeHtml(text)}</li></ul>\n`),
    table(rows: readonly (readonly string[])[], hasHead: boolean): void {
      const row = (cells: readonly string[], tag: string) =>
        `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
      put(
        `<table>${rows.map((cells, at) => row(cells, at === 0 && hasHead ? 'th' : 'td')).join('\n')}</table>\n`,
      );
    },
    get html() {
      return parts.join('');
    },
  };
}

export type HtmlWriter = ReturnType<typeof createHtmlWriter>;

/** A text in one line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A title in one line; its beginning when it is long. */
export const asTitle = (text: string): string => oneLine(text.slice(0, longestTitle));

const longestTitle = 2000;
