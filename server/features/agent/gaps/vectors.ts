/** A question as a unit vector of weighted terms, heaviest first. Terms are numbers in one {@link TermStatistics}. */
export interface Vector {
  readonly terms: readonly number[];
  readonly weights: readonly number[];
}

/** Numbers of terms, and their document frequencies. */
export interface TermStatistics {
  /** Counts a question by its distinct terms. */
  count(terms: readonly string[]): void;
  /** Vector of a question, without terms that were never counted. */
  vector(terms: readonly string[]): Vector;
}

/** Maximum of terms in a vector. */
const vectorTerms = 24;

/**
 * idf = ln((n + 50) / (df + 5)) + 0.5 over all questions counted so far. The 50 and the 5 keep topical terms heavy in a
 * small log, where most questions contain them.
 */
export function createTermStatistics(): TermStatistics {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  let questions = 0;
  const weight = (term: number) => Math.log((questions + 50) / ((frequencies[term] ?? 0) + 5)) + 0.5;

  return {
    count(terms) {
      questions += 1;
      for (const term of terms) {
        const number = numbers.get(term) ?? numbers.size;
        numbers.set(term, number);
        frequencies[number] = (frequencies[number] ?? 0) + 1;
      }
    },
    vector: (terms) =>
      unitVector(
        terms.flatMap((term): [number, number][] => {
          const number = numbers.get(term);
          return number === undefined ? [] : [[number, weight(number)]];
        }),
      ),
  };
}

/** Unit vector of the heaviest terms; equal weights in the order of their terms. */
export function unitVector(weighted: readonly (readonly [term: number, weight: number])[]): Vector {
  const heaviest = weighted.toSorted((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, vectorTerms);
  const length = Math.sqrt(heaviest.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
  return { terms: heaviest.map(([term]) => term), weights: heaviest.map(([, weight]) => weight / length) };
}

/** Cosine of two vectors. */
export function similarity(a: Vector, b: Vector): number {
  const weightOf = new Map(b.terms.map((term, at) => [term, b.weights[at] ?? 0]));
  return a.terms.reduce((sum, term, at) => sum + (a.weights[at] ?? 0) * (weightOf.get(term) ?? 0), 0);
}
