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

/** Watches a text that comes in pieces for an end that repeats itself over and over. */
export function createLoopWatch() {
  let end = '';
  let unseen = 0;
  return {
    /** Takes a piece; true when the text has run into a loop. */
    push(piece: string): boolean {
      end = (end + piece).slice(-longest);
      unseen += piece.length;
      if (unseen < interval) return false;
      unseen = 0;
      return isLoop(end) || isCounting(end);
    },
  };
}

const isLoop = (text: string): boolean =>
  repeats(
    text,
    (length, period) =>
      length >= shortest && length >= (period >= longRound ? longRepetitions : repetitions) * period,
  );

const isCounting = (text: string): boolean =>
  /\d/.test(text.slice(-shortest)) &&
  repeats(
    text.replace(/\d+/g, '0'),
    (length, period) => length >= shortestCounted && length >= countedRepetitions * period,
  );

/**
 * True when some end of the text is one piece, repeated so often that `enough` says so, and with letters or very long. Looks
 * at each character once (Knuth, Morris, Pratt).
 */
function repeats(text: string, enough: (length: number, period: number) => boolean): boolean {
  const back = Array.from({ length: text.length }, (_, at) => text.charCodeAt(text.length - 1 - at));
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
      return true;
  }
  return false;
}
