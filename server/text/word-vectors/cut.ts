/** Row numbers of a table by word (with `#` in front for word-internal pieces), and the cost of each row: the more frequent, the lower. */
export interface WordRows {
  readonly rowOf: ReadonlyMap<string, number>;
  readonly costs: Uint8Array;
}

/**
 * Splits texts into rows: whole words; a word without a row into a prefix and word-internal pieces, a run of Han or kana into words,
 * both with the lowest total cost (Viterbi). Parts without a row are skipped. With `most` only the first rows are found. Linear time.
 */
export function createWordSplitter({
  rowOf,
  costs,
}: WordRows): (text: string, most?: number) => readonly number[] {
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
      const longest = (mark === '' ? longestWord.whole : longestWord.inside).get(startOf(run, start)) ?? 1;
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
  return (text, most = Number.POSITIVE_INFINITY) => {
    const rows: number[] = [];
    const read = Number.isFinite(most) ? text.slice(0, most * LONGEST) : text;
    for (const [run, word] of read.normalize('NFKC').toLowerCase().matchAll(RUN)) {
      const row = rowOf.get(run);
      if (row === undefined) rows.push(...cutRun(run, word === undefined));
      else rows.push(row);
      if (rows.length >= most) return rows.slice(0, most);
    }
    return rows;
  };
}

/** A word of Latin, Cyrillic or Hangul letters, or a run of Han and kana. */
const RUN = /([a-zß-öø-ſ][a-z0-9ß-öø-ſ]*|[а-џ]+|[가-힣]+)|[々぀-ヿ一-鿿]+/g;

/** Length of the longest row by its first two characters, for words and for word-internal pieces. */
function longestBy(words: Iterable<string>) {
  const whole = new Map<number, number>();
  const inside = new Map<number, number>();
  for (const word of words) {
    const [lengths, from] = word.startsWith('#') ? [inside, 1] : [whole, 0];
    const length = word.length - from;
    if (length < 2 || length > LONGEST) continue;
    const start = startOf(word, from);
    if (length > (lengths.get(start) ?? 1)) lengths.set(start, length);
  }
  return { whole, inside };
}

const startOf = (text: string, at: number): number => text.charCodeAt(at) * SIGNS + text.charCodeAt(at + 1);

const SIGNS = 0x1_00_00;
const LONGEST = 20;
const UNKNOWN = 250;
const NONE = -1;

/** Size of the cache of split runs; only short runs are cached. */
const MAX_CACHED_RUNS = 20_000;
const LONGEST_SEEN = 24;
