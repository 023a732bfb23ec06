import { signsAtEnd } from '../../../kit/scan/edges.ts';
import { sentences } from '../../../text/sentences.ts';

/** Shorter sentences are headings or polite phrases. */
const shortest = 8;

/** Signs that end an announcement, a question, or a sentence that breaks off. */
const OPEN_END = /[:：?？…]/;
const NO_WORD = /[^\p{L}\p{N}]/u;

const isOpen = (sentence: string): boolean => OPEN_END.test(signsAtEnd(sentence, NO_WORD));

/** True for a sentence that states something, and may so be right or wrong. */
export const isStatement = (sentence: string): boolean => sentence.length >= shortest && !isOpen(sentence);

/** A sentence of an answer without its markers. */
export interface MarkedSentence {
  readonly text: string;
  /** True when a marker stands before or behind its full stop. */
  readonly marked: boolean;
}

/** The sentences of an answer's prose that state something, and those that are short and marked. */
export function statementsOf(prose: string): MarkedSentence[] {
  const inside = prose.replace(/([。！？.!?]["'”’」』）)]*)((?:\s*\[\d{1,2}\])+)/g, '$2$1 ');
  return sentences(inside)
    .map(({ text }) => {
      const plain = text.replace(/\[\d{1,2}\]/g, '').trim();
      return { text: plain, marked: plain.length < text.length };
    })
    .filter(({ text, marked }) => (marked ? !isOpen(text) : isStatement(text)));
}
