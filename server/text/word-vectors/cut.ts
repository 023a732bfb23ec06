/** Row numbers of a table by word (with `#` in front for word-internal pieces), and the cost of each row: the more frequent, the lower. */
export interface WordRows {
  readonly rowOf: ReadonlyMap<string, number>;
  readonly costs: Uint8Array;
}

/**
 * Splits texts into rows: whole words; a word without a row into a prefix and word-internal pieces, a run of Han or kana into words,
 * both with the lowest total cost (Viterbi). Parts without a row are skipped. Linear time.
 */
export function createWordSplitter({ rowOf, costs }: WordRows): (text: string) => readonly number[] {
  const seen = new Map<string, readonly number[]>();
  const cutRun = (run: string, isWide: boolean): readonly number[] => {
    const known = seen.get(run);
    if (known !== undefined) return known;
    const rows = cheapest(run, isWide);
    if (run.length > LONGEST_SEEN) return rows;
    if (seen.size >= MAX_CACHED_RUNS) seen.clear();
    seen.set(run, rows);
    return rows;
  };
  const longestWord = longestBy(rowOf.keys());
  const cheapest = (run: string, isWide: boolean): readonly number[] => {
    const best = new Float64Array(run.length + 1).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(run.length + 1);
    const by = new Int32Array(run.length + 1).fill(NONE);
    best[0] = 0;
    for (let start = 0; start < run.length; start++) {
      const soFar = best[start] ?? 0;
      const take = (end: number, cost: number, row: number): void => {
        if (cost >= (best[end] ?? 0)) return;
        best[end] = cost;
        from[end] = start;
        by[end] = row;
      };
      const mark = isWide || start === 0 ? '' : '#';
      const first = run.charCodeAt(start);
      const longest = (mark === '' ? longestWord.whole : longestWord.inside)[first] ?? 0;
      for (let end = start + 1; end <= Math.min(run.length, start + longest); end++) {
        const row = rowOf.get(mark + run.slice(start, end));
        if (row !== undefined) take(end, soFar + (costs[row] ?? 0), row);
      }
      take(start + 1, soFar + UNKNOWN, NONE);
    }
    const rows: number[] = [];
    for (let end = run.length; end > 0; end = from[end] ?? 0) {
      const row = by[end] ?? NONE;
      if (row !== NONE) rows.push(row);
    }
    return rows.toReversed();
  };
  return (text) => {
    const rows: number[] = [];
    for (const [run, word] of text.normalize('NFKC').toLowerCase().matchAll(RUN)) {
      const row = rowOf.get(run);
      if (row === undefined) rows.push(...cutRun(run, word === undefined));
      else rows.push(row);
    }
    return rows;
  };
}

/** A word of Latin, Cyrillic or Hangul letters, or a run of Han and kana. */
const RUN = /([a-zß-öø-ſ][a-z0-9ß-öø-ſ]*|[а-џ]+|[가-힣]+)|[々぀-ヿ一-鿿]+/g;

/** Length of the longest row by its first character code, for words and for word-internal pieces. */
function longestBy(words: Iterable<string>) {
  const whole = new Uint8Array(SIGNS);
  const inside = new Uint8Array(SIGNS);
  for (const word of words) {
    const [lengths, text] = word.startsWith('#') ? [inside, word.slice(1)] : [whole, word];
    const first = text.charCodeAt(0);
    if (text.length <= LONGEST) lengths[first] = Math.max(lengths[first] ?? 0, text.length);
  }
  return { whole, inside };
}

const SIGNS = 0x1_00_00;
const LONGEST = 20;
const UNKNOWN = 250;
const NONE = -1;

/** Size of the cache of split runs; only short runs are cached. */
const MAX_CACHED_RUNS = 20_000;
const LONGEST_SEEN = 24;
