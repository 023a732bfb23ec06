import { cosine } from '../../../text/word-vectors/word-table.ts';

/** How alike an embedding model finds questions that have nothing to do with each other. */
export interface Scale {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * The scale of an embedding model, by the cosines between everyday questions that nobody keeps; `undefined` from too few of them. Cosines of models
 * differ in height and spread. One scale for all questions finds more than one for each asked question (`npm run bench -- curated-answers`):
 * what is asked like everyday questions are would stand too low.
 */
export function scaleOf(everyday: readonly Float32Array[]): Scale | undefined {
  if (everyday.length < leastEveryday) return undefined;
  const all = everyday.flatMap((one, place) => everyday.slice(0, place).map((other) => cosine(one, other)));
  const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
  const deviation = Math.sqrt(all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / all.length);
  return deviation === 0 ? undefined : { mean, deviation };
}

/** Everyday questions that are needed to measure against. */
const leastEveryday = 20;

/** Compares an asked question with those that are kept, by vectors of an embedding model. */
export const createMeaning = (
  asked: Float32Array,
  {
    of,
    scale,
  }: { readonly of: (question: string) => Float32Array | undefined; readonly scale: Scale | undefined },
) => ({
  /** Deviations above what questions have that differ; `undefined` for a question without a vector. */
  standing(question: string): number | undefined {
    const vector = of(question);
    return vector && scale && (cosine(asked, vector) - scale.mean) / scale.deviation;
  },
});

/** The vectors of questions by an embedding model, compared with the one of the asked question. */
export type Meaning = ReturnType<typeof createMeaning>;
