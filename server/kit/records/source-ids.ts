import { randomBytes } from 'node:crypto';
import { sha256 } from '../ids.ts';

/** A key for a further source. */
export const newSourceKey = (): string => `s${randomBytes(4).toString('hex')}`;

/**
 * The id of an article of a source: it never meets an id of the site, since none of a platform has a tilde, and says nothing of the
 * article.
 */
export const idInSource = (source: string, hostId: string): string =>
  `${source}~${sha256(hostId).slice(0, 24)}`;

/** The ids of all articles of a source begin with `start` and lie before `end`, in the order of any database: only digits and `a` to `f` follow. */
export const idsOfSource = (source: string) => ({ start: `${source}~`, end: `${source}~g` });

/** The source of an article; `undefined` for an article of the site itself. */
export const sourceOf = (articleId: string): string | undefined => /^(s[0-9a-f]{8})~/.exec(articleId)?.[1];
