import type { ArticleHead } from '../../server/ports/host.ts';

/** The head of a public article about which nothing else is known. */
export const headWith = (id: string, revision = '1'): ArticleHead => ({
  id,
  revision,
  title: id,
  url: `/${id}`,
  tags: [],
  categories: [],
  publishedAt: '',
  createdAt: '',
  modifiedAt: '',
  visits: null,
  excerpt: '',
  excerptIsManual: false,
  visibility: 'public',
});
