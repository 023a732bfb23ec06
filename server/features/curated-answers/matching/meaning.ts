import { cosine } from '../../../text/word-vectors/word-table.ts';
import model from './meaning-model.json' with { type: 'json' };

/**
 * Compares an asked question with those that are kept, by vectors of an embedding model. The cosines of models differ in height and
 * spread, so that a question is measured against everyday questions that nobody means: how many deviations it stands above them.
 */
export function createMeaning(
  asked: Float32Array,
  {
    of,
    everyday,
  }: { readonly of: (question: string) => Float32Array | undefined; readonly everyday: readonly string[] },
) {
  const common = everyday.flatMap((question) => {
    const vector = of(question);
    return vector ? [cosine(asked, vector)] : [];
  });
  const mean = common.reduce((sum, one) => sum + one, 0) / common.length;
  const spread = Math.sqrt(common.reduce((sum, one) => sum + (one - mean) ** 2, 0) / common.length);
  return {
    /** Deviations above what everyday questions have; `undefined` for a question without a vector. */
    standing(question: string): number | undefined {
      const vector = of(question);
      if (!vector || common.length < leastCommon || spread === 0) return undefined;
      return (cosine(asked, vector) - mean) / spread;
    },
  };
}

/** Everyday questions that are needed to measure against. */
const leastCommon = 20;

/** Signals of whether two questions ask the same. */
interface Signals {
  readonly standing: number;
  /** From the next answer. */
  readonly distance: number;
  /** Likeness by words. */
  readonly words: number;
}

/** Probability that two questions ask the same, learned from wordings by persons. */
export function sameness(signals: Signals): number {
  const { standing, distance, words } = model.weights;
  const sum =
    model.weights.constant +
    standing * signals.standing +
    distance * signals.distance +
    words * signals.words;
  return 1 / (1 + Math.exp(-sum));
}

/** From `same` on a question gets the answer; from `near` on the answer is offered to the language model as a passage. */
export const meaningLimits: { readonly same: number; readonly near: number } = model.limits;
