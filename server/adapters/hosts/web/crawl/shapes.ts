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

/** Learns which shapes of addresses hold no articles, so that following links comes to an end. */
export const createShapes = (fruitless: (shape: string) => void) => {
  const seen = new Map<string, { pages: number; articles: number }>();
  return {
    saw(path: string, isArticle: boolean): void {
      const shape = shapeOf(path);
      const count = seen.get(shape) ?? { pages: 0, articles: 0 };
      seen.set(shape, count);
      count.pages++;
      if (isArticle) count.articles++;
      if (count.pages === enough && count.articles * oneIn < count.pages) fruitless(shape);
    },
    isFruitless(path: string): boolean {
      const count = seen.get(shapeOf(path));
      return count !== undefined && count.pages >= enough && count.articles * oneIn < count.pages;
    },
  };
};
