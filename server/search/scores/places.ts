import { BLOCK, fixed } from './layout.ts';

/** The byte offsets of a table's numbers. */
export interface TablePlaces {
  /** Number of documents that the memory has room for. */
  readonly room: number;
  readonly scores: number;
  /** The weight of a single occurrence in each document: lower in long ones. */
  readonly shares: number;
  readonly inverseNorms: number;
  /** The highest scores of each block. */
  readonly maxima: number;
}

export interface Places {
  readonly chunks: TablePlaces;
  readonly articles: TablePlaces;
  readonly owners: number;
  readonly blended: number;
  readonly maxima: number;
  readonly end: number;
}

export function layOut(chunks: number, articles: number): Places {
  let end: number = fixed.end;
  const take = (bytes: number): number => {
    const place = end;
    // 16-byte vectors are read fastest at multiples of their size.
    end += Math.ceil(bytes / 16) * 16;
    return place;
  };
  const table = (documents: number): TablePlaces => {
    const room = Math.ceil(documents / BLOCK) * BLOCK;
    return {
      room,
      scores: take(16 * room),
      shares: take(4 * room),
      inverseNorms: take(4 * room),
      maxima: take((16 * room) / BLOCK),
    };
  };
  const ofChunks = table(chunks);
  const { room } = ofChunks;
  return {
    chunks: ofChunks,
    articles: table(articles),
    owners: take(4 * room),
    blended: take(4 * room),
    maxima: take((16 * room) / BLOCK),
    end,
  };
}
