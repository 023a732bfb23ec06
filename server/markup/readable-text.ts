import { createFenceTracker } from './dialect/fence-tracker.ts';

/** A passage as a reader sees it. */
export interface ReadableText {
  /** Without code blocks, JSON and markup. */
  readonly prose: string;
  /** The same, line by line. */
  readonly lines: readonly string[];
  /** With the lines of code blocks. */
  readonly whole: string;
}

/** Takes the Markdown out of a passage: fences, bullets, table bars, quotation marks, links and emphasis. */
export function readableText(markdown: string): ReadableText {
  const inCode = createFenceTracker();
  const prose: string[] = [];
  const whole: string[] = [];
  const lines = markdown.split('\n');
  if (beginsInCode(lines)) inCode('```');
  for (const line of lines) {
    const isCode = inCode(line);
    if (isCode) {
      if (!FENCE.test(line)) whole.push(line.trim());
      continue;
    }
    const plain = plainLine(line);
    if (plain === '') continue;
    if (!isCodeLike(plain)) prose.push(plain);
    whole.push(plain);
  }
  return { prose: prose.join(' '), lines: prose, whole: whole.filter((line) => line !== '').join(' ') };
}

/** A passage may begin in the middle of code: its first fence then ends it, with no language and nothing right below. */
function beginsInCode(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => FENCE.test(line));
  return lines[first]?.trim() === '```' && (lines[first + 1] ?? '').trim() === '';
}

const FENCE = /^\s*(?:```|~~~)/;
const isTableRule = (line: string): boolean => /^[\s:|-]+$/.test(line) && line.includes('--');
const LINE_MARKS = /^\s*(?:>\s?)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/;

function plainLine(line: string): string {
  if (isTableRule(line)) return '';
  const text = line.trim().startsWith('|') ? cells(line).join(' · ') : line.replace(LINE_MARKS, '');
  return text
    .replace(/!?\[([^[\]]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/\*\*([^*]{1,300})\*\*|__([^_]{1,300})__/g, (_, a?: string, b?: string) => a ?? b ?? '')
    .replace(/`([^`]{1,300})`/g, '$1')
    .trim();
}

/** Lines that are mostly signs of JSON, markup or programs, on pages that do not say that they are code. */
function isCodeLike(line: string): boolean {
  const signs = line.match(CODE_SIGNS)?.length ?? 0;
  return signs >= LEAST_SIGNS && signs > line.length * MOST_SIGNS;
}

const CODE_SIGNS = /[{}<>[\]"=;\\|$]/g;
const LEAST_SIGNS = 3;
/** Prose with a quotation or a tag in it has fewer signs than this share of its characters. */
const MOST_SIGNS = 0.15;

const cells = (row: string): string[] =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
