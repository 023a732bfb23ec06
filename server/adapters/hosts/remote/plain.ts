import { readHtml } from '../../../markup/html-events.ts';

/** Text of a short piece of HTML such as a title or excerpt, with blanks collapsed. */
export const textOfHtml = (html: string): string => {
  const parts: string[] = [];
  readHtml(html, {
    open: (name) => void (/^(?:p|br|div|li)$/.test(name) && parts.push(' ')),
    close: () => undefined,
    text: (text) => void parts.push(text),
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
};

/** An ISO-8601 instant with `Z`; `''` for an invalid one. UTC without a zone. */
export const toInstant = (text: unknown): string => {
  if (typeof text !== 'string' || text === '') return '';
  const local = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text);
  const time = Date.parse(local ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isFinite(time) && time > 0 ? new Date(time).toISOString() : '';
};
