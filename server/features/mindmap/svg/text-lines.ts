/** Estimated widths as fractions of the font size: full-width characters, capitals, narrow ones, others. */
const widths = { full: 1, wide: 0.72, narrow: 0.32, other: 0.56 } as const;

const fullWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF00-\uFF60]/u;

/** The estimated width of a text in pixels. */
export const widthOf = (text: string, fontSize: number): number =>
  Array.from(text).reduce((sum, sign) => sum + signWidth(sign), 0) * fontSize;

function signWidth(sign: string): number {
  if (fullWidth.test(sign)) return widths.full;
  if (/[A-Z@%&mwMW]/.test(sign)) return widths.wide;
  return /[\sijlt.,:;'|!()[\]]/.test(sign) ? widths.narrow : widths.other;
}

/** Breaks a text into at most `most` lines no wider than `width`; the rest becomes an ellipsis. */
export function wrapText(text: string, fontSize: number, width: number, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    if (line !== '' && widthOf((line + word).trimEnd(), fontSize) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += line === '' ? word.trimStart() : word;
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''}…`];
}

/** Break opportunities: after a blank, at any character of a dense script, and within words longer than a line. */
const wordsOf = (text: string): readonly string[] =>
  text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]{1,16}\s*|\s+/gu,
  ) ?? [];
