export interface ImageKind {
  readonly mediaType: string;
  readonly extension: string;
}

const png = { mediaType: 'image/png', extension: 'png' };
const jpeg = { mediaType: 'image/jpeg', extension: 'jpg' };
const gif = { mediaType: 'image/gif', extension: 'gif' };
const webp = { mediaType: 'image/webp', extension: 'webp' };
const avif = { mediaType: 'image/avif', extension: 'avif' };

const imageKinds: readonly ImageKind[] = [png, jpeg, gif, webp, avif];

/** Kind of an image by its magic numbers; `undefined` for anything else, SVG included. */
export const sniffImage = (bytes: Uint8Array): ImageKind | undefined => {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1A\n')) return png;
  if (head.startsWith('\xFF\xD8\xFF')) return jpeg;
  if (/^GIF8[79]a/.test(head)) return gif;
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return webp;
  return /^avi[fs]$/.test(head.slice(8, 12)) && head.slice(4, 8) === 'ftyp' ? avif : undefined;
};

/** Media type of a stored image by its name, which Docent has made up; `undefined` for every other name. */
export const mediaTypeOfName = (name: string): string | undefined => {
  const extension = /^[0-9a-f]{32}\.([a-z]{3,4})$/.exec(name)?.[1];
  return imageKinds.find((kind) => kind.extension === extension)?.mediaType;
};
