import { createHash } from 'node:crypto';
import type { PassagePlace } from '../../../ports/candidates.ts';

/** Identifies the documents of an article; writing the same version again overwrites them. */
export interface Owner {
  readonly site: string;
  readonly generation: number;
}

export const articleDocument = ({ site, generation }: Owner, articleId: string): string =>
  `${site}/${generation}/a/${shortId(articleId)}`;

export const passageId = (
  owner: Owner,
  { articleId, nth }: Pick<PassagePlace, 'articleId' | 'nth'>,
): string => `${owner.site}/${owner.generation}/p/${shortId(articleId)}/${nth}`;

/** Shortens article ids of hosts, since the engine accepts ids of at most 512 bytes. */
const shortId = (articleId: string): string =>
  Buffer.byteLength(articleId) <= LONGEST_ID
    ? articleId
    : createHash('sha256').update(articleId).digest('hex');

const LONGEST_ID = 300;

export const wordDocument = ({ site, generation }: Owner, word: string): string =>
  `${site}/${generation}/w/${createHash('sha256').update(word).digest('base64url').slice(0, 22)}`;
