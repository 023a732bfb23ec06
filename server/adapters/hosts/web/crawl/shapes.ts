import { pathWithoutDates } from './without-dates.ts';

/**
 * Address without the varying parts: numbers, names of months and values of parameters. Calendars and filters of shops
 * have endless addresses of a few such shapes.
 */
const shapeOf = (path: string): string => {
  const [bare = '', query = ''] = path.split('?', 2);
  const names = query
    .split('&')
    .map((part) => part.replace(/=.*$/s, ''))
    .toSorted();
  return `${pathWithoutDates(bare)}?${names.join('&')}`;
};

/** Number of pages of a shape that are read before it can count as fruitless. */
const enough = 200;
/** A shape is fruitless when at most one in this many pages is an article. */
const oneIn = 20;
/** Number of consecutive pages with the text of earlier ones, apart from numbers and dates, after which a shape counts as endless. */
const alikeInARow = 40;
/** Maximum of text marks per shape, and of shapes with text marks. */
const maxTexts = 60;
const maxShapes = 500;

interface Count {
  pages: number;
  articles: number;
  alike: number;
  readonly texts: Set<string>;
}

const isFruitlessCount = ({ pages, articles, alike }: Count): boolean =>
  alike >= alikeInARow || (pages >= enough && articles * oneIn < pages);

/** Learns which shapes of addresses contain no articles, so that following links terminates. */
export const createShapes = (fruitless: (shape: string) => void) => {
  const seen = new Map<string, Count>();
  return {
    /** @param text mark of the page's text without numbers and dates; `''` when unknown */
    saw(path: string, isArticle: boolean, text = ''): void {
      const shape = shapeOf(path);
      const count = seen.get(shape) ?? { pages: 0, articles: 0, alike: 0, texts: new Set<string>() };
      seen.set(shape, count);
      const before = isFruitlessCount(count);
      count.pages++;
      if (isArticle) count.articles++;
      if (isArticle && text !== '' && seen.size <= maxShapes) {
        count.alike = count.texts.has(text) ? count.alike + 1 : 0;
        if (count.texts.size < maxTexts) count.texts.add(text);
      }
      if (!before && isFruitlessCount(count)) fruitless(shape);
    },
    isFruitless(path: string): boolean {
      const count = seen.get(shapeOf(path));
      return count !== undefined && isFruitlessCount(count);
    },
  };
};
