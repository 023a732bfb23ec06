import { readHtml, type HtmlEvents } from '../../../markup/html-events.ts';
import { numberAt } from './list-numbers.ts';

/** Passes on the events of a text; a reversed list without a start gets its number of items as one, as in a browser. */
export const withStarts = (html: string, events: HtmlEvents): HtmlEvents => {
  const starts = startsIn(html);
  if (starts.length === 0) return events;
  let list = 0;
  return {
    ...events,
    open(name, attributes) {
      const start = isReversed(name, attributes) ? starts[list++] : undefined;
      events.open(
        name,
        start === undefined ? attributes : new Map([...attributes, ['start', String(start)]]),
      );
    },
  };
};

/** Number of the items of each reversed list, in the order of the lists. */
function startsIn(html: string): readonly number[] {
  if (!/\breversed\b/i.test(html)) return [];
  const starts: number[] = [];
  /** For each open list its place among the reversed ones, -1 for another one. */
  const open: number[] = [];
  readHtml(html, {
    open(name, attributes) {
      if (name === 'ol' || name === 'ul') {
        open.push(isReversed(name, attributes) ? starts.push(0) - 1 : -1);
      } else if (name === 'li') {
        const at = open.at(-1) ?? -1;
        if (at >= 0) starts[at] = (starts[at] ?? 0) + 1;
      }
    },
    close(name) {
      if (name === 'ol' || name === 'ul') open.pop();
    },
    text: () => {},
  });
  return starts;
}

const isReversed = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  name === 'ol' && attributes.has('reversed') && numberAt(attributes.get('start')) === undefined;
