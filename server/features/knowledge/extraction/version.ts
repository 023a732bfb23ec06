/**
 * Version of the extraction. Raise it when the extracted text changes, so that articles indexed by an earlier version
 * are read again in the background.
 */
const extractionVersion = 8;

/** A content hash as stored: with the version of the extraction that read the article. */
export const stamped = (contentHash: string): string => `${extractionVersion}:${contentHash}`;

/** True for a stored hash of this or a later version; an empty hash belongs to an article without text. */
export const isOfThisVersion = (stored: string): boolean =>
  stored === '' || versionOf(stored) >= extractionVersion;

/** True for stored hashes of the same content, regardless of the version of the extraction. */
export const isSameContent = (stored: string, other: string): boolean =>
  stored !== '' && withoutVersion(stored) === withoutVersion(other);

/** Version in a stored hash; 0 for the first version, which stored none. */
const versionOf = (stored: string): number => Number(/^(\d+):/.exec(stored)?.[1] ?? 0);
const withoutVersion = (stored: string): string => stored.replace(/^\d+:/, '');
