import { sha256 } from '../../../kit/ids.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type { Listed } from './catalogue.ts';
import { instant } from './content/dates.ts';

/** Head of a listed article; an excerpt written by Docent replaces the one in the file. */
export const headOf = (article: Listed, visits: number, written: string | undefined): ArticleHead => {
  const { id, hash, url, file, metadata } = article;
  const excerpt = written ?? metadata.excerpt;
  return {
    id,
    revision: sha256([hash, url, excerpt].join('\n')).slice(0, 32),
    title: metadata.title,
    url,
    tags: metadata.tags,
    categories: metadata.categories,
    publishedAt: instant(metadata.publishedAt),
    createdAt: instant(metadata.publishedAt ?? file.createdAt),
    modifiedAt: instant(metadata.modifiedAt ?? file.modifiedAt),
    visits,
    excerpt,
    excerptIsManual: written === undefined && metadata.excerpt !== '',
    visibility: metadata.visibility,
  };
};
