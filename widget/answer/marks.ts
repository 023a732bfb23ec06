/** A piece of an answer: plain text, or a citation mark with its text and the positions (from 1) it names. */
export type Piece = string | { readonly text: string; readonly numbers: readonly number[] };

/** With the blank before it, and with one that a model puts between it and the sign that ends the sentence. */
const mark = /\s?\[(\d{1,2}(?:\s*[,，、]\s*\d{1,2})*)\](?:\s{1,3}(?=[.,;:!?…。，；：！？、)）]))?/g;
/** Fenced and inline code, which contains no marks. */
const code =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:\n {0,3}\k<fence>|$(?![\s\S]))|$(?![\s\S]))|(?<!`)(?<ticks>`+)(?!`)(?:(?!\n\n)[\s\S])+?(?<!`)\k<ticks>(?!`)/gm;

/** Splits text at the marks `[N]` and `[N, M]` whose numbers all name one of `sources` sources; others stay text. */
export function splitMarks(text: string, sources: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(mark)) {
    const numbers = (found[1] ?? '').split(/[,，、]/).map(Number);
    if (!numbers.every((n) => n >= 1 && n <= sources)) continue;
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ text: found[0], numbers });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The text without its citation marks; code keeps its brackets. */
export const withoutMarks = (text: string, sources: number): string =>
  outsideCode(text, (prose) =>
    splitMarks(prose, sources)
      .filter((piece) => typeof piece === 'string')
      .join(''),
  );

/** The sources that an answer marks, as positions from 1 in order of first mark. */
export function markedSources(text: string, sources: number): number[] {
  const met = new Set<number>();
  outsideCode(text, (prose) => {
    for (const piece of splitMarks(prose, sources))
      if (typeof piece !== 'string') for (const n of piece.numbers) met.add(n);
    return prose;
  });
  return [...met];
}

/**
 * The displayed number of each source: consecutive from 1, without gaps for unused sources. An answer without marks
 * shows its sources in the given order.
 */
export function shownNumbers(text: string, sources: number): ReadonlyMap<number, number> {
  const marked = markedSources(text, sources);
  const order = marked.length > 0 ? marked : Array.from({ length: sources }, (_, index) => index + 1);
  return new Map(order.map((n, index) => [n, index + 1]));
}

/** The text with the displayed numbers in its marks. */
export function withShownNumbers(text: string, sources: number): string {
  const numbers = shownNumbers(text, sources);
  return outsideCode(text, (prose) =>
    splitMarks(prose, sources)
      .map((piece) =>
        typeof piece === 'string'
          ? piece
          : ` ${piece.numbers.map((n) => `[${numbers.get(n) ?? n}]`).join('')}`.slice(
              /^\s/.test(piece.text) ? 0 : 1,
            ),
      )
      .join(''),
  );
}

/** An incomplete text without a partial mark at its end, so that no bracket flashes up. */
export const withoutHalfMark = (text: string): string => text.replace(/\s?\[[\d,，、\s]{0,12}$/, '');

/**
 * An incomplete text without the table row being written, and without a table whose header is incomplete, so that no
 * bars flash up.
 */
export function withoutHalfTable(text: string): string {
  const start = text.lastIndexOf('\n\n') + 1;
  const lines = text.slice(start).replace(/^\n+/, '').split('\n');
  const [head = '', rule = ''] = lines;
  if (!/^\s*\|/.test(head)) return text;
  const isTable = lines.length > 2 && /^[\s|:-]+$/.test(rule) && rule.includes('-');
  if (!isTable && lines.length > 2) return text;
  const kept = isTable ? lines.slice(0, -1).join('\n') : '';
  return `${text.slice(0, start)}${start > 0 && kept ? '\n' : ''}${kept}`;
}

/** Named entities that occur in answers, with their characters. */
const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  amp: '&',
};

/** The Markdown of an answer as displayed: without marks, and with `&lt;` outside code decoded. */
export const shownMarkdown = (text: string, sources: number): string =>
  outsideCode(withoutMarks(text, sources), (prose) =>
    prose.replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|quot|apos|nbsp|amp));/gi,
      (entity, decimal, hex, name) => {
        const point = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined;
        if (point === undefined) return entities[String(name).toLowerCase()] ?? entity;
        return point > 31 && point <= 0x10_ffff ? String.fromCodePoint(point) : entity;
      },
    ),
  );

/** The text with `change` applied outside code. */
function outsideCode(text: string, change: (prose: string) => string): string {
  let result = '';
  let from = 0;
  for (const found of text.matchAll(code)) {
    result += change(text.slice(from, found.index)) + found[0];
    from = found.index + found[0].length;
  }
  return result + change(text.slice(from));
}
