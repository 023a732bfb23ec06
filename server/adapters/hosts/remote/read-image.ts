import type { SiteClient } from './client.ts';

/** Downloads an image of the site; `undefined` when it is missing or belongs to another site. */
export const readImage = async (
  client: SiteClient,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> => {
  const path = client.address.pathOf(url);
  if (path === undefined) return undefined;
  const response = await client.request(path, { maxBytes: 40_000_000, signal });
  const isImage = (response.headers.get('content-type') ?? '').startsWith('image/');
  return response.status === 200 && isImage ? response.bytes : undefined;
};
