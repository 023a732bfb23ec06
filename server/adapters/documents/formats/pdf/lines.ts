import type { Mark, TextItem } from './library.ts';
import { withoutRadicals } from './radicals.ts';

/** A line of a page. */
export interface Line {
  readonly text: string;
  /** Height of its letters. */
  readonly size: number;
  /** From the lower edge of the page. */
  readonly y: number;
}

/** The lines of a page in the order of its content. */
export function linesOf(items: readonly (TextItem | Mark)[]): Line[] {
  const lines: Line[] = [];
  let open: { text: string; sizes: Map<number, number>; y: number } | undefined;
  const end = () => {
    if (open && open.text.trim() !== '')
      lines.push({ text: open.text.trim(), size: mostOf(open.sizes), y: open.y });
    open = undefined;
  };
  for (const item of items) {
    if (!('str' in item)) continue;
    const y = item.transform[5] ?? 0;
    const size = Math.round(Math.hypot(item.transform[2] ?? 0, item.transform[3] ?? 0) * 10) / 10;
    if (open && item.str.trim() !== '' && Math.abs(open.y - y) > size / 2) end();
    open ??= { text: '', sizes: new Map(), y };
    if (open.text === '') open.y = y;
    open.text += withoutRadicals(item.str);
    if (item.str.trim() !== '') open.sizes.set(size, (open.sizes.get(size) ?? 0) + item.str.length);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

/** The key that is counted most. */
export function mostOf(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [0, 0];
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best;
}

/** Joins the lines of a paragraph: a word that was divided at the end of a line becomes whole, and Chinese lines meet without a blank. */
export function joined(lines: readonly string[]): string {
  const parts: string[] = [];
  let last = '';
  for (const line of lines.filter((one) => one !== '')) {
    // Only its end is looked at: a paragraph may have a hundred thousand lines.
    const end = last.slice(-2);
    if (/^\p{Ll}[-\u00AD\u2010]$/u.test(end) && /^\p{Ll}/u.test(line)) {
      parts.pop();
      parts.push(last.slice(0, -1));
    } else if (last !== '' && !(wide.test(end.slice(-1)) && wide.test(line.charAt(0)))) parts.push(' ');
    parts.push(line);
    last = line;
  }
  return parts.join('');
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
