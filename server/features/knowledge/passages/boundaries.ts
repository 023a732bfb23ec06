/** Share of the room in which a cut may move to a better place. */
const reach = 0.5;
/** A cluster longer than this (UTF-16 units) is noise and may be cut between code points. */
const longestCluster = 64;

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Position at which to cut a text, at or before `limit` (UTF-16 offset, after `from`): after a clause mark or a blank
 * in the second half of the room, otherwise before the word at the limit, otherwise between two grapheme clusters.
 */
export const cutBefore = (text: string, from: number, limit: number): number => {
  if (limit >= text.length) return text.length;
  const least = from + Math.floor((limit - from) * reach);
  const room = text.slice(least, limit);
  const clause = endOfLast(room, /[，、；：）】」』”][ \t]*|[,;:)\]](?:[ \t]+|$)/g);
  if (clause > 0) return least + clause;
  const blank = endOfLast(room, /\s+/g);
  if (blank > 0) return least + blank;
  const word = wordStart(text, limit, from);
  if (word > from) return word;
  const safe = clusterStart(text, limit);
  return safe > from ? safe : codePointStart(text, limit);
};

/** The start of the first whole sentence, line, clause or word at or after `offset`; the length when there is none. */
export const startAfter = (text: string, offset: number, starts: readonly number[]): number => {
  const sentence = starts.find((start) => start >= offset && start < text.length);
  if (sentence !== undefined) return sentence;
  const tail = text.slice(offset);
  const clause = /(?:[，、；：][ \t]*|[,;:][ \t]+)(?=\S)/.exec(tail) ?? /(?<!\s)\s+(?=\S)/.exec(tail);
  if (clause) return offset + clause.index + clause[0].length;
  return wordStart(text, offset, 0) < offset ? text.length : clusterStart(text, offset);
};

/** The nearest boundary of grapheme clusters at or before the offset. */
const clusterStart = (text: string, offset: number): number => {
  if (offset <= 0 || offset >= text.length) return Math.min(Math.max(offset, 0), text.length);
  if (plain.test(text.charAt(offset)) && plain.test(text.charAt(offset - 1))) return offset;
  const start = plainStart(text, offset);
  let cluster = start;
  for (const { index } of clusters.segment(text.slice(start, offset + longestCluster))) {
    if (start + index > offset) break;
    cluster = start + index;
  }
  return offset - cluster > longestCluster ? codePointStart(text, offset) : cluster;
};

/** Letters that never combine with their neighbours: a cut between two of them is always valid. */
const plain = /[\t\n -~\u3001-\u3029\u3041-\u3096\u30A1-\u30FA\u3400-\u9FFF\uFF01-\uFF9D]/;
/** Characters of words in scripts with blanks. */
const spaced =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}!-~]/u;

/** The start of the word that a cut at the offset would split; the offset itself when it splits none. */
const wordStart = (text: string, offset: number, least: number): number => {
  let start = offset;
  if (!spaced.test(text.charAt(offset))) return offset;
  while (start > least && spaced.test(text.charAt(start - 1))) start--;
  return start;
};

const plainStart = (text: string, offset: number): number => {
  const least = Math.max(0, offset - 4 * longestCluster);
  for (let at = offset - 1; at > least; at--) if (plain.test(text.charAt(at))) return at;
  return codePointStart(text, least);
};

const codePointStart = (text: string, offset: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(offset)) && /[\uD800-\uDBFF]/.test(text.charAt(offset - 1))
    ? offset - 1
    : offset;

const endOfLast = (text: string, pattern: RegExp): number => {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
};
