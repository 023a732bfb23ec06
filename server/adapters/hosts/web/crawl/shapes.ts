/**
 * Address without what counts on: numbers and values of parameters. Calendars and filters of shops have endless
 * addresses of a few shapes.
 */
const shapeOf = (path: string): string => {
  const [bare = '', query = ''] = path.split('?', 2);
  const names = query
    .split('&')
    .map((part) => part.replace(/=.*$/s, ''))
    .toSorted();
  return `${bare.replace(/\d+/g, '0')}?${names.join('&')}`;
};

/** So many pages of one shape are looked at before it counts as fruitless. */
const enough = 200;
/** A shape is fruitless when at most one in so many of its pages is an article. */
const oneIn = 20;
/** So many pages in a row that say what others of their shape have said, but for numbers and dates, are endless. */
const alikeInARow = 40;
/** Texts kept of each shape, and shapes of which texts are kept. */
const mostTexts = 60;
const mostShapes = 500;

interface Count {
  pages: number;
  articles: number;
  alike: number;
  readonly texts: Set<string>;
}

const isFruitlessCount = ({ pages, articles, alike }: Count): boolean =>
  alike >= alikeInARow || (pages >= enough && articles * oneIn < pages);

/** Learns which shapes of addresses hold no articles, so that following links comes to an end. */
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
      if (isArticle && text !== '' && seen.size <= mostShapes) {
        count.alike = count.texts.has(text) ? count.alike + 1 : 0;
        if (count.texts.size < mostTexts) count.texts.add(text);
      }
      if (!before && isFruitlessCount(count)) fruitless(shape);
    },
    isFruitless(path: string): boolean {
      const count = seen.get(shapeOf(path));
      return count !== undefined && isFruitlessCount(count);
    },
  };
};
