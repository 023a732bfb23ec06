import { segmentsOf } from '../editing/segments.ts';

/**
 * Marks all places of a text where no link may be inserted: code, headings, links and images, addresses, formulas, HTML
 * tags and the content of HTML links, code and headings, shortcodes. Near-linear time on hostile text.
 * @returns one byte per UTF-16 unit, 1 where closed
 */
export function closedPlaces(text: string): Uint8Array {
  const closed = new Uint8Array(text.length);
  for (const spans of [codeBlocks, closedLines, marked, codeSpans, elements, bracketed])
    for (const [start, end] of spans(text)) closed.fill(1, start, end);
  return closed;
}

type Span = readonly [start: number, end: number];

function* codeBlocks(text: string): Generator<Span> {
  for (const { kind, start, text: code } of segmentsOf(text))
    if (kind === 'code') yield [start, start + code.length];
}

/** Headings (ATX and setext), indented code, link definitions. */
function* closedLines(text: string): Generator<Span> {
  const lines = text.split('\n');
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const [above = '', below = ''] = [lines[index - 1], lines[index + 1]];
    const isUnderlined = line.trim() !== '' && /^ {0,3}(?:=+|-+)[ \t]*\r?$/.test(below);
    const isCode = INDENTED.test(line) && (above.trim() === '' || INDENTED.test(above));
    if (isUnderlined || isCode || HEADING_OR_DEFINITION.test(line)) yield [start, start + line.length];
    start += line.length + 1;
  }
}

const HEADING_OR_DEFINITION = /^ {0,3}(?:#{1,6}(?:\s|$)|\[[^\]\n]{1,200}\]:)/;
const INDENTED = /^(?: {4}|\t)/;

function* marked(text: string): Generator<Span> {
  for (const pattern of MARKED)
    for (const match of text.matchAll(pattern)) yield [match.index, match.index + match[0].length];
}

/** Comments, tags, shortcodes, formulas, wiki links, addresses. */
const MARKED = [
  /<!--[\s\S]{0,2000}?-->/g,
  /<\/?[a-zA-Z][^<>]{0,2000}>/g,
  /\{[{%][^{}\n]{0,500}[}%]\}/g,
  /\$[^$\n]{1,300}\$/g,
  /\[\[[^[\]\n]{1,300}\]\]/g,
  /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s<>]{1,2000}/gi,
  /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g,
];

/** From a run of backticks to the next one of equal length. */
function* codeSpans(text: string): Generator<Span> {
  const opened = new Map<number, number>();
  for (const { 0: marks, index } of text.matchAll(/`+|\n[ \t]*\n/g)) {
    if (marks.startsWith('\n')) opened.clear();
    else if (opened.has(marks.length)) {
      yield [opened.get(marks.length) ?? index, index + marks.length];
      opened.clear();
    } else opened.set(marks.length, index);
  }
}

/** Elements whose content must not contain links. */
function* elements(text: string): Generator<Span> {
  let inside: { readonly name: string; readonly start: number } | undefined;
  for (const { 0: tag, 1: slash, 2: named = '', index } of text.matchAll(CLOSED_ELEMENT)) {
    const name = named.toLowerCase();
    if (!inside && slash === '') inside = { name, start: index };
    else if (inside?.name === name && slash === '/') {
      yield [inside.start, index + tag.length];
      inside = undefined;
    }
  }
}

const CLOSED_ELEMENT =
  /<(\/?)(a|code|pre|kbd|samp|script|style|button|textarea|svg|h[1-6])(?=[\s/>])[^<>]{0,2000}>/gi;

/** Links and images with their labels. */
function* bracketed(text: string): Generator<Span> {
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '\n' && text[at + 1] === '\n') open.length = 0;
    else if (sign === '[' && open.length < DEEPEST) open.push(at);
    else if (sign === ']') {
      const start = open.pop();
      if (start === undefined) continue;
      const end = endOfTarget(text, at + 1);
      // Brackets without a target may be reference links.
      yield [start, end];
      at = end - 1;
    }
  }
}

const DEEPEST = 50;

function endOfTarget(text: string, from: number): number {
  if (text[from] !== '(') return from;
  const end = /^\([^()\n]{0,1000}(?:\([^()\n]{0,500}\)[^()\n]{0,500}){0,3}\)/.exec(
    text.slice(from, from + 3000),
  );
  return end ? from + end[0].length : from;
}
