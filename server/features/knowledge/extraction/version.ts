/**
 * Version of the extraction. Raise it when the extracted text changes, so that articles indexed by an earlier version
 * are read again in the background.
 */
const extractionVersion = 6;

/** A content hash as stored: with the version of the extraction that read the article. */
export const stamped = (contentHash: string): string => `${extractionVersion}:${contentHash}`;

/** True for a stored hash of this or a later version; an empty hash is one of an article without text. */
export const isOfThisVersion = (stored: string): boolean =>
  stored === '' || versionOf(stored) >= extractionVersion;

/** True for stored hashes of the same content, whatever version read it. */
export const isSameContent = (stored: string, other: string): boolean =>
  stored !== '' && withoutVersion(stored) === withoutVersion(other);

/** The first version stored none. */
const versionOf = (stored: string): number => Number(/^(\d+):/.exec(stored)?.[1] ?? 0);
const withoutVersion = (stored: string): string => stored.replace(/^\d+:/, '');
