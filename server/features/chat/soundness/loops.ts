/** Shorter ends are no loop, whatever they repeat. */
const shortest = 240;
/** Repetitions of the same text in a row that count as a loop. */
const repetitions = 5;
/** Longest end that is looked at; a loop of longer rounds is not found. */
const longest = 3000;
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
      return isLoop(end);
    },
  };
}

/** True when some end of the text is one piece with letters, repeated. Looks at each character once (Knuth, Morris, Pratt). */
function isLoop(text: string): boolean {
  const back = Array.from({ length: text.length }, (_, at) => text.charCodeAt(text.length - 1 - at));
  const border = new Uint16Array(back.length);
  for (let at = 1, length = 0; at < back.length; at += 1) {
    while (length > 0 && back[at] !== back[length]) length = border[length - 1] ?? 0;
    if (back[at] === back[length]) length += 1;
    border[at] = length;
    const period = at + 1 - length;
    if (at + 1 >= shortest && at + 1 >= repetitions * period)
      return /\p{L}/u.test(text.slice(text.length - period));
  }
  return false;
}
