import type { Citation } from '../../../contract/articles/articles.ts';

/** The title of an article with the name of the further source from which it is. */
export const sourceTitle = ({ title, source }: Pick<Citation, 'title' | 'source'>): string =>
  source ? `${title} · ${source}` : title;
