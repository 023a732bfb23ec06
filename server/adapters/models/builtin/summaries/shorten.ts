import { sentences } from '../../../../text/sentences.ts';
import { rankSentences } from './rank-sentences.ts';
import { textBlocks } from './text-blocks.ts';
import { joined, selectSentences } from './select-sentences.ts';

/**
 * Keeps the higher-scored half of each paragraph and drops remarks in brackets; headings, lists, tables and code stay.
 */
export function simplify(text: string): string {
  return text
    .split(/(\n[ \t]*\n+)/)
    .map((block) => (PARAGRAPH.test(block) ? simplifyParagraph(block) : block))
    .join('');
}

/** The highest-scored sentences in their order: about a quarter of the text. */
export function summarize(text: string): string {
  const prose = textBlocks(text).flatMap((piece) =>
    piece.kind === 'paragraph' ? piece.sentences : piece.kind === 'item' ? [piece.text] : [],
  );
  const length = prose.reduce((sum, sentence) => sum + sentence.length, 0);
  const chosen = selectSentences(prose, rankSentences(prose, ''), Math.max(LEAST_SUMMARY, length * SUMMARY));
  return chosen.length > 0 ? joined(chosen) : text.trim();
}

const SUMMARY = 0.25;
const LEAST_SUMMARY = 160;
const SIMPLE = 0.6;

/** A block of prose: no heading, list, quote, table, code or HTML. */
const PARAGRAPH = /^(?!\s*(?:#|[-*+] |\d+[.)] |>|\||`{3}|~{3}|<))\s*\S/;

function simplifyParagraph(block: string): string {
  const all = sentences(block).map(({ text }) => withoutAsides(text));
  if (all.length < 2) return withoutAsides(block);
  const length = all.reduce((sum, sentence) => sum + sentence.length, 0);
  const chosen = selectSentences(all, rankSentences(all, ''), length * SIMPLE);
  return chosen.length > 0 ? joined(chosen) : withoutAsides(block);
}

/** Without remarks in brackets, but with link targets. */
const withoutAsides = (text: string) =>
  text
    .replace(/（[^（）\n]{1,120}）|(?<=\w) ?(?<!\])\([^()\n]{1,120}\)(?=[\s,.;:!?]|$)/g, '')
    .replace(/([，,])[，,]/g, '$1');
