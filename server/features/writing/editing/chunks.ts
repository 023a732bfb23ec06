import { estimateTokenCount } from 'tokenx';
import { sentences } from '../../../text/sentences.ts';
import { linesOf, segmentsOf } from './segments.ts';

/** A part of a text. `keep` parts are passed through: white space, code, punctuation without words. */
export interface Chunk {
  readonly kind: 'work' | 'keep';
  readonly start: number;
  readonly text: string;
}

/**
 * Splits a text into chunks of at most `budget` tokens, at headings, otherwise paragraphs, sentences, or anywhere.
 * Joined they give the text; no chunk to work on begins or ends with white space.
 */
export function chunksOf(text: string, budget: number): Chunk[] {
  return segmentsOf(text).flatMap(({ kind, start, text: segment }): Chunk[] =>
    kind === 'code' ? [{ kind: 'keep', start, text: segment }] : workIn(segment, start, budget),
  );
}

function workIn(prose: string, start: number, budget: number): Chunk[] {
  const pieces: Chunk[] = [];
  let at = start;
  const add = (kind: Chunk['kind'], text: string) => {
    if (text !== '') pieces.push({ kind, start: at, text });
    at += text.length;
  };
  for (const part of packed(prose, budget)) {
    const bare = part.trimStart();
    const core = bare.trimEnd();
    add('keep', part.slice(0, part.length - bare.length));
    add(HAS_WORD.test(core) ? 'work' : 'keep', core);
    add('keep', bare.slice(core.length));
  }
  return pieces;
}

const HAS_WORD = /[\p{L}\p{N}]/u;

/** Joins neighbouring blocks up to the budget. A heading starts a new chunk when it is half full. */
function packed(prose: string, budget: number): string[] {
  const parts: string[] = [];
  let open: string[] = [];
  let weight = 0;
  for (const block of blocksOf(prose)) {
    for (const atom of atomsOf(block, budget)) {
      const tokens = estimateTokenCount(atom);
      const opensChapter = weight >= budget / 2 && HEADING.test(atom);
      if (open.length > 0 && (weight + tokens > budget || opensChapter)) {
        parts.push(open.join(''));
        open = [];
        weight = 0;
      }
      open.push(atom);
      weight += tokens;
    }
  }
  return open.length > 0 ? [...parts, open.join('')] : parts;
}

const HEADING = /^ {0,3}(?:#{1,6}[ \t]|<h[1-6][\s>])/i;

/** Paragraphs with their trailing empty lines; a heading is a block of its own. */
function blocksOf(prose: string): string[] {
  const blocks: string[][] = [];
  let closed = true;
  for (const line of linesOf(prose)) {
    const isBlank = line.trim() === '';
    if (!isBlank && (closed || HEADING.test(line))) blocks.push([line]);
    else if (blocks.length === 0) blocks.push([line]);
    else blocks.at(-1)?.push(line);
    closed = isBlank || HEADING.test(line);
  }
  return blocks.map((lines) => lines.join(''));
}

function atomsOf(block: string, budget: number): string[] {
  if (estimateTokenCount(block) <= budget) return [block];
  const starts = [
    0,
    ...sentences(block)
      .slice(1)
      .map(({ start }) => start),
  ];
  const whole = starts.map((start, index) => block.slice(start, starts[index + 1]));
  return whole.flatMap((sentence) => cutAnywhere(sentence, budget));
}

/** Splits proportionally by tokens, near a blank where possible, never inside a character. */
function cutAnywhere(sentence: string, budget: number): string[] {
  const tokens = estimateTokenCount(sentence);
  if (tokens <= budget) return [sentence];
  const length = Math.max(2, Math.floor((sentence.length * budget) / tokens));
  const cuts: string[] = [];
  for (let at = 0; at < sentence.length;) {
    const limit = Math.min(sentence.length, at + length);
    const blank = limit === sentence.length ? -1 : sentence.lastIndexOf(' ', limit);
    const tornPair = /[\uDC00-\uDFFF]/.test(sentence.charAt(limit)) ? 1 : 0;
    const end = blank > at + length / 2 ? blank + 1 : limit - tornPair;
    cuts.push(sentence.slice(at, end));
    at = end;
  }
  return cuts;
}
