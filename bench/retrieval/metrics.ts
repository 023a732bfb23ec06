/** Means over the questions of a set; every value 0 … 1. */
export interface Quality {
  readonly hit1: number;
  readonly hit5: number;
  /** Mean of 1 / rank of the first relevant article within the first ten. */
  readonly mrr10: number;
  /** Normalised discounted cumulative gain of the first ten, relevant or not. */
  readonly ndcg10: number;
  /** Share of the relevant articles within the first twenty. */
  readonly recall20: number;
}

/** One question's ranking of articles, best first, and the articles that answer it. */
export interface Judged {
  readonly ranking: readonly string[];
  readonly relevant: readonly string[];
  readonly neutral: readonly string[];
}

export function measure(judged: readonly Judged[]): Quality {
  const all = judged.map(measureOne);
  const mean = (pick: (quality: Quality) => number) =>
    all.reduce((sum, one) => sum + pick(one), 0) / all.length;
  return {
    hit1: mean((one) => one.hit1),
    hit5: mean((one) => one.hit5),
    mrr10: mean((one) => one.mrr10),
    ndcg10: mean((one) => one.ndcg10),
    recall20: mean((one) => one.recall20),
  };
}

function measureOne({ ranking, relevant, neutral }: Judged): Quality {
  const counted = ranking.filter((id) => !neutral.includes(id));
  const places = relevant.map((id) => counted.indexOf(id)).filter((place) => place >= 0);
  const first = Math.min(...places);
  const gain = places.filter((place) => place < 10).reduce((sum, place) => sum + 1 / Math.log2(place + 2), 0);
  const ideal = relevant.slice(0, 10).reduce((sum, _, place) => sum + 1 / Math.log2(place + 2), 0);
  return {
    hit1: first === 0 ? 1 : 0,
    hit5: first < 5 ? 1 : 0,
    mrr10: first < 10 ? 1 / (first + 1) : 0,
    ndcg10: gain / ideal,
    recall20: places.filter((place) => place < 20).length / relevant.length,
  };
}
