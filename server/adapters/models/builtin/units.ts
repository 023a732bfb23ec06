import type { TaskPassage } from '../../../ports/models.ts';
import { sentences } from '../../../kit/sentences.ts';

/** The smallest thing that is quoted: a sentence, an item of a list, a line of a table, a block of code. */
export interface Unit {
  readonly kind: 'sentence' | 'item' | 'code' | 'heading';
  /** The number of its article. */
  readonly article: number;
  /** Place of its passage in the task. */
  readonly passage: number;
  /** Units of one paragraph or list share a block. */
  readonly block: number;
  /** Title and headings above it. */
  readonly context: string;
  /** What stands before it: `-` or `3.` for items, `''` for the rest. */
  readonly mark: string;
  /** As it is quoted, without the mark. */
  readonly text: string;
}

/**
 * Cuts passages into units, in their order. Passages are Markdown as the index keeps it: blocks between blank lines,
 * lists line by line, code between fences. What two passages of an article share is kept once, and a sentence
 * that the border of a passage has torn is left out where another passage has it whole.
 */
export function unitsOf(passages: readonly TaskPassage[]): readonly Unit[] {
  const cut = passages.map(unitsOfPassage);
  const all = cut.flat().filter(({ text }) => text !== '');
  const torn = new Set(
    cut.flatMap((units) => [
      ...isTornAt(units[0], 'endsWith', all),
      ...isTornAt(units.at(-1), 'startsWith', all),
    ]),
  );
  const seen = new Set<string>();
  return all.filter((unit) => {
    const key = `${unit.article} ${unit.text}`;
    const isNew = unit.kind === 'heading' || !seen.has(key);
    seen.add(key);
    return isNew && !torn.has(unit);
  });
}

/** The unit itself when another one of its article ends or starts with it, nothing otherwise. */
function isTornAt(unit: Unit | undefined, side: 'endsWith' | 'startsWith', all: readonly Unit[]): Unit[] {
  if (unit === undefined || unit.kind === 'heading') return [];
  const whole = all.some(
    (other) =>
      other.article === unit.article && other.text.length > unit.text.length && other.text[side](unit.text),
  );
  return whole ? [unit] : [];
}

type Piece = Pick<Unit, 'kind' | 'mark' | 'text'>;

function unitsOfPassage(passage: TaskPassage, index: number): Unit[] {
  const above = [passage.title, ...passage.headingPath];
  let context = above.join(' › ');
  return blocksOf(wholeFromStart(passage.text)).flatMap((block, order) =>
    piecesOf(block).map((piece) => {
      if (piece.kind === 'heading') context = [...above, piece.text].join(' › ');
      return { ...piece, context, article: passage.article, passage: index, block: order };
    }),
  );
}

/**
 * A passage that begins inside a code block loses what is left of the block. Whether it does is told by its fences: one
 * with a language opens a block, a blank line stands before one that opens and behind one that closes, and of two
 * fences the second closes the first.
 */
function wholeFromStart(text: string): string {
  const fences = [...text.matchAll(/^[ \t]*(?:`{3,}|~{3,})(.*)$/gm)];
  const [first] = fences;
  if (first === undefined || first[1]?.trim() !== '') return text;
  const before = text.slice(0, first.index);
  const rest = text.slice(first.index + first[0].length);
  const standsApart = before === '' || /\n[ \t]*\n$/.test(before);
  const endsApart = /^\s*$|^[ \t]*\n[ \t]*\n/.test(rest);
  if (endsApart && (!standsApart || before === '')) return rest;
  if (standsApart && !endsApart) return text;
  const opensAt = (parity: number) =>
    fences.every(([, language = ''], place) => place % 2 === parity || language.trim() === '');
  return !opensAt(0) || (fences.length % 2 === 1 && before.trim() !== '' && standsApart) ? rest : text;
}

/** Stretches between blank lines; code keeps its own blank lines, and a list its items. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  let fence = '';
  const close = () => {
    if (open.length > 0) blocks.push(open.join('\n'));
    open = [];
  };
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      open.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) {
        fence = '';
        close();
      }
    } else if (mark !== '') {
      close();
      fence = mark;
      open.push(line);
    } else if (line.trim() === '') close();
    else open.push(line);
  }
  close();
  return blocks;
}

function piecesOf(block: string): Piece[] {
  if (/^\s*(`{3,}|~{3,})/.test(block)) return [{ kind: 'code', mark: '', text: closed(block) }];
  return joinItems(block.split('\n')).flatMap(piecesOfLine);
}

/** Code that its passage cuts off gets its closing fence. */
const closed = (block: string) => {
  const fence = /^\s*(`{3,}|~{3,})/.exec(block)?.[1] ?? '```';
  return block.trimEnd().endsWith(`\n${fence}`) ? block : `${block}\n${fence}`;
};

/** Indented lines that continue an item belong to it. */
function joinItems(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    if (before !== undefined && ITEM.test(before) && /^\s{2,}/.test(line) && !ITEM.test(line))
      joined[joined.length - 1] = `${before} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

const ITEM = /^\s*(?:[-*+•]|(\d{1,3})[.)、])\s+(?=\S)/;

function piecesOfLine(line: string): Piece[] {
  const heading =
    /^\s*#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] ??
    (line.includes(' › ') && line.length < 200 ? line : undefined);
  if (heading !== undefined) return [{ kind: 'heading', mark: '', text: heading }];
  const item = ITEM.exec(line);
  if (item !== null)
    return [
      {
        kind: 'item',
        mark: item[1] === undefined ? '-' : `${item[1]}.`,
        text: line.slice(item[0].length).trim(),
      },
    ];
  return sentences(line.replace(/^\s*>+\s?/, '')).map(({ text }) => ({
    kind: 'sentence',
    mark: '',
    text: withoutHalfBold(text),
  }));
}

/** A sentence cut out of bold text keeps one of the two signs, which would turn the rest of an answer bold. */
const withoutHalfBold = (text: string): string =>
  ['**', '__'].reduce(
    (plain, sign) => (plain.split(sign).length % 2 === 0 ? plain.replaceAll(sign, '').trim() : plain),
    text,
  );
