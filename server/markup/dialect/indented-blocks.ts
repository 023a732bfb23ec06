import { createFenceTracker } from './fence-tracker.ts';

const opener = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)[ \t]+([^]*)$/;
/** A kind with further words, and perhaps a title in quotation marks. */
const admonition = /^([\w-]{1,40})(?:[ \t]+[\w-]{1,40}){0,6}[ \t]*(?:"([^"]*)"[ \t]*)?$/;
const deepest = 8;

/**
 * Writes the hints (`!!! note "Title"`), folded texts (`??? question`) and tabs (`=== "Tab"`) of MkDocs, whose bodies are
 * indented by four, as `:::` containers. A line without such a body stays. Linear time.
 */
export function withContainers(text: string): string {
  if (!/^[ \t]*(?:!!!|\?\?\?|===)/m.test(text)) return text;
  const lines = text.split('\n');
  const following = indentsAfter(lines);
  const inFence = createFenceTracker();
  const open: number[] = [];
  const written: string[] = [];
  const close = () => {
    open.pop();
    written.push('', ':::', '');
  };
  for (const [at, line] of lines.entries()) {
    const isCode = inFence(line);
    if (line.trim() === '') {
      written.push(line);
      continue;
    }
    const indent = indentOf(line);
    while (!isCode && open.length > 0 && indent < (open.at(-1) ?? 0)) close();
    const container =
      isCode || open.length >= deepest || (following[at] ?? 0) < indent + 4 ? undefined : containerOf(line);
    if (container === undefined) written.push(dedented(line, open.at(-1) ?? 0));
    else {
      written.push('', `::: ${container}`, '');
      open.push(indent + 4);
    }
  }
  while (open.length > 0) close();
  return written.join('\n');
}

function containerOf(line: string): string | undefined {
  const [, , sign = '', rest = ''] = opener.exec(line) ?? [];
  if (sign === '') return undefined;
  if (sign.startsWith('=')) {
    const title = /^(["'])([^"']+)\1[ \t]*$/.exec(rest)?.[2];
    return title === undefined ? undefined : `panel ${title}`;
  }
  const [, kind, title = ''] = admonition.exec(rest.trim()) ?? [];
  return kind === undefined ? undefined : `${kind} ${title}`.trim();
}

/** For each line the indentation of the next one that holds something. */
function indentsAfter(lines: readonly string[]): readonly number[] {
  const following: number[] = [];
  let next = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    following[at] = next;
    const line = lines[at] ?? '';
    if (line.trim() !== '') next = indentOf(line);
  }
  return following;
}

const indentOf = (line: string): number => {
  let columns = 0;
  for (const sign of line) {
    if (sign === '\t') columns += 4 - (columns % 4);
    else if (sign === ' ') columns++;
    else break;
  }
  return columns;
};

const dedented = (line: string, columns: number): string => {
  const indent = indentOf(line);
  return columns === 0 ? line : ' '.repeat(Math.max(0, indent - columns)) + line.trimStart();
};
