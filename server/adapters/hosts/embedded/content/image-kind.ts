export interface ImageKind {
  readonly mediaType: string;
  readonly extension: string;
}

const png = { mediaType: 'image/png', extension: 'png' };
const jpeg = { mediaType: 'image/jpeg', extension: 'jpg' };
const gif = { mediaType: 'image/gif', extension: 'gif' };
const webp = { mediaType: 'image/webp', extension: 'webp' };
const avif = { mediaType: 'image/avif', extension: 'avif' };

export const imageKinds: readonly ImageKind[] = [png, jpeg, gif, webp, avif];

/** Kind of an image by its magic numbers; `undefined` for anything else, SVG included. */
export const sniffImage = (bytes: Uint8Array): ImageKind | undefined => {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return png;
  if (head.startsWith('\xFF\xD8\xFF')) return jpeg;
  if (/^GIF8[79]a/.test(head)) return gif;
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return webp;
  return /^avi[fs]$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp' ? avif : undefined;
};
