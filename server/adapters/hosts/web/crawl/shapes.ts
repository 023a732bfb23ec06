import { pathWithoutDates } from './without-dates.ts';

/**
 * Addresses without the varying parts (numbers, names of months, tokens of sessions and values of parameters), and without all
 * parameters; of names that come again and again, as wrong relative links write them, only the first. Calendars and filters of
 * shops have endless addresses of a few such shapes.
 */
const shapesOf = (path: string): readonly string[] => {
  const [whole = '', query] = path.split('?', 2);
  const bare = withoutRepetition(
    pathWithoutDates(whole.replace(/[A-Za-z\d]{8,}/g, (part) => (isToken(part) ? '0' : part))),
  );
  if (query === undefined) return [bare];
  const names = query
    .split('&')
    .map((part) => part.replace(/=.*$/s, ''))
    .toSorted();
  return [`${bare}?${names.join('&')}`, `${bare}?`];
};

/** Names that stand in the path three times or more, once and marked; numbers are those of dates. */
const withoutRepetition = (path: string): string => {
  const parts = path.split('/');
  const times = new Map<string, number>();
  for (const part of parts) times.set(part, (times.get(part) ?? 0) + 1);
  if (times.size === parts.length) return path;
  const isRepeated = (part: string) => (times.get(part) ?? 0) > 2 && /\p{L}/u.test(part);
  const seen = new Set<string>();
  return parts
    .flatMap((part) => {
      if (!isRepeated(part)) return [part];
      if (seen.has(part)) return [];
      seen.add(part);
      return [`${part}*`];
    })
    .join('/');
};

const isToken = (part: string): boolean => /\d/.test(part) && /[A-Za-z]/.test(part);

/** Number of pages of a shape that are read before it can count as fruitless. */
const enough = 200;
/** A shape is fruitless when at most one in this many pages is an article. */
const oneIn = 20;
/** Number of pages with the text of earlier ones, apart from numbers and dates, after which a shape counts as endless. */
const tooManyAlike = 40;
/** A text of its own counts against so many that are alike. */
const ownTextWeight = 4;
/** Number of consecutive pages without an article and without links to further pages after which a shape counts as endless. */
const barrenInARow = 40;
/** Maximum of text marks per shape, their length, and maximum of shapes with text marks. */
const maxTexts = 200;
const markLength = 16;
const maxShapes = 500;

interface Count {
  pages: number;
  articles: number;
  alike: number;
  barren: number;
  readonly texts: Set<string>;
}

const isEndless = ({ alike, barren }: Count): boolean => alike >= tooManyAlike || barren >= barrenInARow;
const hasFewArticles = ({ pages, articles }: Count): boolean => pages >= enough && articles * oneIn < pages;

/** Learns which shapes of addresses contain no articles, so that following links terminates. */
export const createShapes = (fruitless: (shape: string) => void) => {
  const seen = new Map<string, Count>();
  const told = new Set<string>();
  const count = (path: string, step: (count: Count) => void) => {
    for (const shape of shapesOf(path)) {
      const found = seen.get(shape) ?? {
        pages: 0,
        articles: 0,
        alike: 0,
        barren: 0,
        texts: new Set<string>(),
      };
      seen.set(shape, found);
      step(found);
      if (told.has(shape) || !(isEndless(found) || hasFewArticles(found))) continue;
      told.add(shape);
      fruitless(shape);
    }
  };
  return {
    /** @param text mark of the page's text without numbers and dates; `''` when unknown */
    saw: (path: string, isArticle: boolean, text = ''): void =>
      count(path, (shape) => {
        shape.pages++;
        if (isArticle) [shape.articles, shape.barren] = [shape.articles + 1, 0];
        if (text === '' || seen.size > maxShapes) return;
        const mark = text.slice(0, markLength);
        shape.alike = shape.texts.has(mark) ? shape.alike + 1 : Math.max(0, shape.alike - ownTextWeight);
        if (shape.texts.size < maxTexts) shape.texts.add(mark);
      }),
    /** Notes how many pages of other shapes were found on a page without an article. */
    ledTo: (path: string, pages: number): void =>
      count(path, (shape) => void (shape.barren = pages === 0 ? shape.barren + 1 : 0)),
    /** True for two addresses that differ only in their numbers, tokens and parameters. */
    isSame: (path: string, other: string): boolean => shapesOf(path).at(-1) === shapesOf(other).at(-1),
    /** @param isLead the page is a list by its address, and never an article */
    isFruitless: (path: string, isLead: boolean): boolean =>
      shapesOf(path).some((shape) => {
        const found = seen.get(shape);
        return found !== undefined && (isEndless(found) || (!isLead && hasFewArticles(found)));
      }),
  };
};
