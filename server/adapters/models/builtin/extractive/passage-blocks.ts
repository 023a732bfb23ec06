import type { TaskBlock, TaskPassage } from '../../../../ports/models.ts';

/**
 * Blocks of a passage, for articles known only by their passages. Passages are text as indexed: blocks between blank
 * lines, code between fences. A code block cut by the passage's boundary is left out.
 */
export function blocksOfPassage({ headingPath: above, anchor = '', text }: TaskPassage): TaskBlock[] {
  let headingPath = above;
  const blocks: TaskBlock[] = [];
  let lines: string[] = [];
  let fence = '';
  const close = (kind: TaskBlock['kind']) => {
    const markdown = lines.join('\n').trim();
    const heading = kind === 'paragraph' ? headingIn(markdown) : undefined;
    if (heading !== undefined) headingPath = [...above, heading];
    else if (markdown !== '') blocks.push({ kind, markdown, headingPath, anchor });
    lines = [];
  };
  const closeProse = () => close(isList(lines) ? 'list' : 'paragraph');
  for (const line of withoutCutCode(text).split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      lines.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) {
        fence = '';
        close('code');
      }
    } else if (mark !== '') {
      closeProse();
      fence = mark;
      lines.push(line);
    } else if (line.trim() === '') closeProse();
    else {
      const item = isItem(line) || (/^\s/.test(line) && isList(lines));
      if (lines.length > 0 && item !== isList(lines)) closeProse();
      lines.push(line);
    }
  }
  if (fence === '') closeProse();
  return blocks;
}

/** Short sections joined into one passage keep their headings as lines. */
const headingIn = (line: string): string | undefined =>
  /^#{1,6}\s+(?!\s)(.*)$/
    .exec(line)?.[1]
    ?.replace(/(?<!#)#+$/, '')
    .trimEnd() ?? (line.includes(' › ') && line.length < 200 && !line.includes('\n') ? line : undefined);

const isItem = (line: string) => /^\s*(?:[-*+•]|\d{1,3}[.)、])\s+\S/.test(line);
const isList = (lines: readonly string[]) => isItem(lines[0] ?? '');

/**
 * Removes the rest of a code block that began before the passage. The fences decide: one with a language opens a block;
 * a blank line precedes an opening fence and follows a closing one; of two fences the second closes.
 */
function withoutCutCode(text: string): string {
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
