import type { InvertedIndex } from '../postings/inverted-index.ts';
import { withRoom } from '../large-array.ts';
import type { Gain } from '../scores/scores.ts';
import { createTop } from './top-k.ts';

/** How closely the titles of articles match a question. */
export interface Titles {
  /**
   * From 0 to 1: the share of the subject's words that the title contains (weighted by BM25 gain) times the share of the title's words that the
   * question contains.
   */
  share(article: number): number;
  /** The articles whose titles match best, among those with one of the question's rarest words in the title. */
  best(admits: (article: number) => boolean): readonly number[];
}

/** `subject` are the question's words, -1 for unknown ones; `asked` are all of its terms, including those of synonyms. */
export type TitlesFor = (subject: readonly Gain[], asked: readonly Pick<Gain, 'term'>[]) => Titles;

export function createTitles({ directory, articles }: InvertedIndex): TitlesFor {
  /** Gains by article, 0 for all between two questions. */
  let held = new Float64Array(0);
  /** 1 at the lowest bits of each term of the question: most terms of a title are no term of it, which one look tells. */
  const marks = new Uint8Array(MARKS);
  return (subject, asked) => {
    const gains = new Map(subject.map(({ term, gain }) => [term, gain]));
    const reach = subject.reduce((sum, { gain }) => sum + gain, 0) || 1;
    const known = new Map([...asked.map(({ term }) => [term, 0] as const), ...gains]);
    marks.fill(0);
    for (const term of known.keys()) marks[term & LOWEST] = 1;
    const share = (article: number): number => {
      const terms = directory.titleTerms[article] ?? [];
      let gained = 0;
      let named = 0;
      for (const term of terms) {
        const gain = marks[term & LOWEST] === 1 ? known.get(term) : undefined;
        if (gain === undefined) continue;
        gained += gain;
        named++;
      }
      return terms.length > 0 ? (gained / reach) * (named / terms.length) : 0;
    };
    return {
      share,
      best(admits) {
        const lists = Array.from(gains, ([term, gain]) => ({ gain, titled: directory.titledWith(term) }));
        if (held.length < articles.limit) held = new Float64Array(withRoom(articles.limit));
        const found: number[] = [];
        /** The gain of the words whose titles are not looked at. */
        let open = reach;
        for (const { gain, titled } of lists.toSorted((a, b) => a.titled.length - b.titled.length)) {
          if (found.length + titled.length > MAX_SCORED_TITLES) break;
          open -= gain;
          for (const article of titled) {
            if (!admits(article)) continue;
            const before = held[article] ?? 0;
            if (before === 0) found.push(article);
            held[article] = before + gain;
          }
        }
        const top = createTop(MAX_TITLED);
        for (const article of found) {
          const gain = held[article] ?? 0;
          held[article] = 0;
          if (gain + open < top.floor * reach) continue;
          const own = share(article);
          // As good a title is offered as well: the articles come in no order.
          if (own > 0 && own >= top.floor) top.offer(article, own);
        }
        return top.ranked().map(({ document }) => document);
      },
    };
  };
}

/** Maximum of titles scored; lists of titles per word are short unless most titles share a word. */
const MAX_SCORED_TITLES = 500;

/** Maximum of articles that become candidates by their title. */
const MAX_TITLED = 10;

/** Places of the marks of a question's terms, some fifty for each of its terms. */
const MARKS = 4_096;
const LOWEST = MARKS - 1;
