import { createHash, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Article } from '../ports/host.ts';

/** A random UUID (version 4). */
export const newId = (): string => randomUUID();

/** A random secret of the given number of bytes, base64url. */
export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Compares secrets of any length in constant time. */
export const sameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other));

const digest = (text: string) => createHash('sha256').update(text).digest();

/** SHA-256 in hexadecimal. */
export const sha256 = (text: string | Uint8Array): string => hash('sha256', text);

/**
 * Fingerprint of the content of an article that excerpts and mind maps are made from. A million halves of characters, as escapes in a
 * reply of a platform may hold, take half a second as JSON, and some milliseconds after they are replaced.
 */
export const contentHashOf = ({ title, body }: Pick<Article, 'title' | 'body'>): string =>
  sha256(JSON.stringify([title, body.text.toWellFormed()]));

/** Lower-case words joined by hyphens, at most `maxLength` long; `''` when nothing Latin is left. */
export const slug = (text: string, maxLength: number): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
