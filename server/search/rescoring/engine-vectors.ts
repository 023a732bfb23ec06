import type { PassagePlace } from '../../ports/candidates.ts';
import type { Vectors } from '../vectors/vectors.ts';
import { placeKey, type Candidates } from './needs.ts';

/** The nearest passages and the cosines that the search engine has returned, by the document numbers of this pass. */
export function engineVectors(
  { statistics, gathered, needs }: Candidates,
  at: { readonly places: readonly PassagePlace[]; readonly documents: ReadonlyMap<string, number> },
): Vectors {
  return {
    dimensions: 0,
    size: statistics.totals.vectors,
    bytes: 0,
    cosine(document) {
      const place = at.places[document];
      if (place === undefined) return undefined;
      const key = placeKey(place);
      if (!gathered.cosines.has(key)) needs.cosines.set(key, place);
      return gathered.cosines.get(key);
    },
    nearest(vector, count) {
      if (gathered.vector === undefined) needs.nearest = { vector, count };
      return gathered.nearest
        .flatMap(({ place, cosine }) => {
          const document = at.documents.get(placeKey(place));
          return document === undefined ? [] : [{ document, cosine }];
        })
        .toSorted((a, b) => b.cosine - a.cosine || a.document - b.document)
        .slice(0, count);
    },
    has: (document) => gathered.cosines.get(placeKeyOf(at.places[document])) !== undefined,
    set: readOnly,
    remove: readOnly,
    clear: readOnly,
    capture: readOnly,
    release: readOnly,
    restore: readOnly,
  };
}

const placeKeyOf = (place: PassagePlace | undefined): string => (place === undefined ? '' : placeKey(place));

function readOnly(): never {
  throw new Error('an index over candidates does not change');
}
