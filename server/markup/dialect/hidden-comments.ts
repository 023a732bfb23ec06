/**
 * Removes the comments of Obsidian, which its readers never see: `%% … %%` within a paragraph, and from a line that begins with `%%` to the
 * next one, over any lines; to the end of the text where nothing closes a line of `%%` alone. Code is unchanged; `inFence` is a new tracker of fences. Linear
 * time.
 */
export function withoutHiddenComments(text: string, inFence: (line: string) => boolean): string {
  if (!text.includes(MARK)) return text;
  const kept: string[] = [];
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.includes(MARK));
  let isHidden = false;
  for (const [at, source] of lines.entries()) {
    let rest = source;
    let line = '';
    if (isHidden) {
      const close = source.indexOf(MARK);
      if (close < 0) continue;
      isHidden = false;
      rest = source.slice(close + MARK.length);
      if (rest.trim() === '') continue;
    } else if (inFence(source)) {
      kept.push(source);
      continue;
    }
    for (;;) {
      const open = openIn(rest);
      if (open < 0) break;
      const close = rest.indexOf(MARK, open + MARK.length);
      if (close < 0) {
        const begins = (line + rest.slice(0, open)).trim() === '';
        const isAlone = begins && rest.trim() === MARK;
        if (!isAlone && !(begins ? last > at : closesInParagraph(lines, at + 1))) break;
        isHidden = true;
        line += rest.slice(0, open);
        rest = '';
        break;
      }
      line += rest.slice(0, open);
      rest = rest.slice(close + MARK.length);
    }
    line += rest;
    if (line.trim() !== '' || source.trim() === '') kept.push(line);
  }
  return kept.join('\n');
}

const MARK = '%%';
/** Longest span of code that is looked for, in UTF-16 units. */
const longestSpan = 2000;

/** True when a mark follows before an empty line. */
function closesInParagraph(lines: readonly string[], from: number): boolean {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') return false;
    if (line.includes(MARK)) return true;
  }
  return false;
}

/** Position of the next mark outside code spans; -1 without one. */
function openIn(line: string): number {
  const signs = /`+|%%/g;
  for (let match = signs.exec(line); match; match = signs.exec(line)) {
    if (match[0] === MARK) return match.index;
    const close = line.slice(signs.lastIndex, signs.lastIndex + longestSpan).indexOf(match[0]);
    if (close >= 0) signs.lastIndex += close + match[0].length;
  }
  return -1;
}
