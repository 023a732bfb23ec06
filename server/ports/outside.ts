/** Beginning of a page of another server. */
export interface OutsidePage {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** At most the bytes that were asked for, after decompression; the rest is not read. */
  readonly text: string;
  /** Milliseconds between the first and the last part of the body. */
  readonly spreadMs: number;
}

/**
 * Reads a page of the site, or of the service's public address, by the rules for reading the site: redirects only
 * within it, no private addresses behind a public one, a time limit. Throws `unavailable` or `invalid` with the reason.
 */
export type ReadOutside = (
  address: string,
  how: { readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<OutsidePage>;

/**
 * Downloads a picture that an article shows, by the rules of {@link ReadOutside}; one that is not of the site must be at a public address.
 * Throws `unavailable` or `invalid` with the reason, also for more than `maxBytes`.
 */
export type ReadPicture = (
  address: string,
  how: { readonly maxBytes: number; readonly isOfSite: boolean; readonly signal: AbortSignal },
) => Promise<Uint8Array>;
