/** Offsets of the first and last byte of a part. */
interface BytePart {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `size` bytes with the ETag `tag` that a client asks for with `Range` (RFC 9110, 14.2). `undefined` for all of it, also where
 * several parts are asked for, or one of another version (`If-Range`); `'none'` where there is no such part.
 */
export function askedPart(
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | string[] | undefined },
  { size, tag }: { readonly size: number; readonly tag: string },
): BytePart | 'none' | undefined {
  const { range = '', 'if-range': version = tag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim()) ?? [];
  if (
    version !== tag ||
    (from === '' && to === '') ||
    (from !== '' && to !== '' && Number(to) < Number(from))
  )
    return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  if (start >= size) return 'none';
  return { start, end: from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to)) };
}
