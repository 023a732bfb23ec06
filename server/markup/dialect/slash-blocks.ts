import { createFenceTracker } from './fence-tracker.ts';

const fence = /^( {0,3})(\/{3,})[ \t]*(?:([a-z][\w-]{0,40})[ \t]*(?:\|([^\n]*))?)?$/i;
const deepest = 8;
/** Blocks for the layout alone; their body is text. */
const layout: ReadonlySet<string> = new Set(['html', 'caption', 'define', 'figure-caption', 'table-caption']);

/**
 * Writes the blocks of PyMdown (`/// note | Title` … `///`, nested ones with fewer slashes inside) as `:::` containers, without their
 * options. A line that nothing closes stays. Linear time.
 */
export function withSlashBlocks(text: string): string {
  if (!/^ {0,3}\/\/\//m.test(text)) return text;
  const lines = text.split('\n');
  const marks = marksIn(lines);
  if (marks.size === 0) return text;
  const written: string[] = [];
  let hasOptions = false;
  for (const [at, line] of lines.entries()) {
    const mark = marks.get(at);
    // Options of a block stand indented right below its first line.
    if (hasOptions && mark === undefined && /^[ \t]*(?: {4}|\t)[\w-]+:/.test(line)) continue;
    hasOptions = mark !== undefined && mark !== '';
    if (mark === undefined) written.push(line);
    else written.push('', `:::${mark === '' ? '' : ` ${mark}`}`, '');
  }
  return written.join('\n');
}

/** The lines that open a container, with its kind and title, and those that close one, with `''`. */
function marksIn(lines: readonly string[]): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  const open: { readonly at: number; readonly slashes: number; readonly container: string }[] = [];
  const inFence = createFenceTracker();
  for (const [at, line] of lines.entries()) {
    if (inFence(line)) continue;
    const [, , slashes = '', kind, title = ''] = fence.exec(line) ?? [];
    if (slashes === '') continue;
    if (kind !== undefined) {
      open.push({ at, slashes: slashes.length, container: containerOf(kind, title.trim()) });
      if (open.length > deepest) open.shift();
      continue;
    }
    const from = open.findLastIndex((one) => one.slashes === slashes.length);
    const [block] = from < 0 ? [] : open.splice(from);
    if (block === undefined) continue;
    marks.set(block.at, block.container);
    marks.set(at, '');
  }
  return marks;
}

function containerOf(kind: string, title: string): string {
  if (layout.has(kind)) return 'raw';
  return `${kind === 'tab' ? 'panel' : kind} ${title}`.trim();
}
