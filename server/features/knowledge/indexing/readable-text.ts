import { createFenceTracker } from '../../../markup/markdown-source.ts';

/** A passage as a reader sees it, on one line. */
export interface ReadableText {
  /** Without code blocks. */
  readonly prose: string;
  /** With the lines of code blocks. */
  readonly whole: string;
}

/** Takes the Markdown out of a passage: fences, bullets, table bars, quotation marks, links and emphasis. */
export function readableText(markdown: string): ReadableText {
  const inCode = createFenceTracker();
  const prose: string[] = [];
  const whole: string[] = [];
  for (const line of markdown.split('\n')) {
    const isCode = inCode(line);
    if (isCode) {
      if (!FENCE.test(line)) whole.push(line.trim());
      continue;
    }
    const plain = plainLine(line);
    if (plain === '') continue;
    prose.push(plain);
    whole.push(plain);
  }
  return { prose: prose.join(' '), whole: whole.filter((line) => line !== '').join(' ') };
}

const FENCE = /^\s*(?:```|~~~)/;
const TABLE_RULE = /^\s*\|?[\s:|-]*-{2,}[\s:|-]*$/;
const LINE_MARKS = /^\s*(?:>\s?)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/;

function plainLine(line: string): string {
  if (TABLE_RULE.test(line)) return '';
  const text = line.trim().startsWith('|') ? cells(line).join(' · ') : line.replace(LINE_MARKS, '');
  return text
    .replace(/!?\[([^\]]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\*\*([^*]{1,300})\*\*|__([^_]{1,300})__/g, (_, a?: string, b?: string) => a ?? b ?? '')
    .replace(/`([^`]{1,300})`/g, '$1')
    .trim();
}

const cells = (row: string): string[] =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
