import { sha256 } from '../../../kit/ids.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type { Listed } from './catalogue.ts';
import { instant } from './content/dates.ts';

/** The head of a listed article; an excerpt that Docent wrote stands before the one in the file. */
export const headOf = (article: Listed, visits: number, written: string | undefined): ArticleHead => {
  const { id, hash, url, file, reading } = article;
  const excerpt = written ?? reading.excerpt;
  return {
    id,
    revision: sha256([hash, url, excerpt].join('\n')).slice(0, 32),
    title: reading.title,
    url,
    tags: reading.tags,
    categories: reading.categories,
    publishedAt: instant(reading.publishedAt),
    createdAt: instant(reading.publishedAt ?? file.createdAt),
    modifiedAt: instant(reading.modifiedAt ?? file.modifiedAt),
    visits,
    excerpt,
    excerptIsManual: written === undefined && reading.excerpt !== '',
    visibility: reading.visibility,
  };
};
