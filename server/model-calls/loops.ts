/** Shorter ends are no loop, whatever they repeat. */
const shortest = 240;
/** Repetitions of the same text in a row that count as a loop, and those of long rounds. */
const repetitions = 5;
const longRound = 600;
const longRepetitions = 3;
/** Rounds that differ in their numbers alone, such as lists that count, must go on longer: tables of figures do so, too. */
const countedRepetitions = 12;
const shortestCounted = 600;
/** A run without a letter, such as a row of dashes, is a loop from here on. */
const shortestSigns = 1_000;
/** Longest end that is looked at; a loop of longer rounds is not found. */
const longest = 6_000;
/** New characters between two looks. */
const interval = 120;
/** A text may repeat itself for so many times the characters that the given text does: translations grow. */
const growth = 4;

/**
 * Watches a text that comes in pieces for an end that repeats itself over and over, and for longer than the text given to
 * the model does.
 */
export function createLoopWatch(given = '') {
  let end = '';
  let unseen = 0;
  /** Characters of the loop that the text is in. */
  let looped = 0;
  let allowed: number | undefined;
  const look = (piece: string): boolean => {
    end = (end + piece).slice(-longest);
    unseen += piece.length;
    if (unseen < interval) return false;
    const found = loopLength(end) || countingLength(end);
    looped = found > 0 ? Math.max(found, looped > 0 ? looped + unseen : 0) : 0;
    unseen = 0;
    if (looped === 0) return false;
    allowed ??= growth * repeatedIn(given);
    return looped > allowed;
  };
  return {
    /** Takes a piece, which may be a whole text; true when the text has run into a loop. */
    push: (piece: string): boolean => (piece.match(/[^]{1,600}/g) ?? []).some(look),
  };
}

/** Characters of a text that tell whether it says something again, and how far back that is looked for. */
const gram = 8;
const farthest = longest / longRepetitions;

/** Characters of the longest stretch of a text that repeats what stands shortly before it, whatever its numbers. */
function repeatedIn(text: string): number {
  const signs = text.replace(/\d+/g, '0');
  const seen = new Map<string, number>();
  let most = 0;
  let stretch = 0;
  for (let at = 0; at + gram <= signs.length; at += 1) {
    const here = signs.slice(at, at + gram);
    const before = seen.get(here);
    stretch = before !== undefined && at - before <= farthest ? stretch + 1 : 0;
    most = Math.max(most, stretch);
    seen.set(here, at);
  }
  return most;
}

const loopLength = (text: string): number =>
  repeated(
    text,
    (length, period) =>
      length >= shortest && length >= (period >= longRound ? longRepetitions : repetitions) * period,
  );

const countingLength = (text: string): number =>
  /\d/.test(text.slice(-shortest))
    ? repeated(
        text.replace(/\d+/g, '0'),
        (length, period) => length >= shortestCounted && length >= countedRepetitions * period,
      )
    : 0;

/**
 * Length of the shortest end of the text that is one piece, repeated so often that `enough` says so, and with letters or very
 * long; 0 when there is none. Looks at each character once (Knuth, Morris, Pratt).
 */
function repeated(text: string, enough: (length: number, period: number) => boolean): number {
  const back = new Uint16Array(text.length);
  for (let at = 0; at < back.length; at += 1) back[at] = text.charCodeAt(text.length - 1 - at);
  const border = new Uint16Array(back.length);
  for (let at = 1, length = 0; at < back.length; at += 1) {
    while (length > 0 && back[at] !== back[length]) length = border[length - 1] ?? 0;
    if (back[at] === back[length]) length += 1;
    border[at] = length;
    const period = at + 1 - length;
    if (
      enough(at + 1, period) &&
      (at + 1 >= shortestSigns || /\p{L}/u.test(text.slice(text.length - period)))
    )
      return at + 1;
  }
  return 0;
}
