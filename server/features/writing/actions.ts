import type { WritingAction } from '../../../contract/writing/writing.ts';
import type { Grain } from './editing/edits.ts';
import type { KeptFacts } from './kept-facts.ts';

interface Wording {
  readonly temperature: number;
  /** Instruction to the model. */
  readonly duty: string;
}

/** Rewrites the text chunk by chunk. */
export interface RewriteAction extends Wording {
  readonly way: 'rework';
  readonly grain: Grain;
  /** Output tokens per input token, with a margin. */
  readonly growth: number;
  /** Which numbers and names of the text the result must keep. */
  readonly facts?: KeptFacts;
  /** Minimum share of words that the result must keep. */
  readonly keeps?: number;
  /** Leaves chunks that are only a heading unchanged. */
  readonly leavesHeadings?: true;
  /** Language of the result, when it is not that of the text. */
  readonly language?: string;
}

/** Composes a new text from the whole of the given one. */
export interface ComposeAction extends Wording {
  readonly way: 'continue' | 'summarize' | 'outline';
}

/** Definition of each action. */
export const actions: Readonly<
  Record<WritingAction, RewriteAction | ComposeAction | { readonly way: 'link' }>
> = {
  polish: {
    way: 'rework',
    grain: 'sentence',
    growth: 1.4,
    facts: 'all',
    temperature: 0.4,
    duty: 'Polish the text: make it read clearly and smoothly and correct its mistakes. Keep meaning, facts, tone and length.',
  },
  expand: {
    way: 'rework',
    grain: 'sentence',
    growth: 2.6,
    leavesHeadings: true,
    temperature: 0.6,
    duty: 'Expand the text to at most twice its length: explain more and give reasons or examples where they help. Invent no facts, names or figures.',
  },
  simplify: {
    way: 'rework',
    grain: 'sentence',
    growth: 1.2,
    leavesHeadings: true,
    facts: 'known',
    temperature: 0.4,
    duty: 'Simplify the text: short sentences, plain words, no repetition. Keep every important fact.',
  },
  'translate-en': {
    way: 'rework',
    grain: 'sentence',
    growth: 1.8,
    facts: 'all',
    temperature: 0.4,
    language: 'English',
    duty: 'Translate the text into natural English, completely. Leave text that is already English as it is.',
  },
  proofread: {
    way: 'rework',
    grain: 'word',
    growth: 1.3,
    keeps: 0.6,
    facts: 'all',
    temperature: 0.1,
    duty: 'Correct mistakes of spelling, grammar and punctuation and nothing else. Where there is no mistake, keep every word and sign, even if it could be better.',
  },
  continue: {
    way: 'continue',
    temperature: 0.7,
    duty: 'Continue the text where it ends, by one to three paragraphs in its tone. Do not repeat it. Begin a new paragraph with an empty line.',
  },
  summarize: {
    way: 'summarize',
    temperature: 0.4,
    duty: 'Summarise the text in one short paragraph, at most a quarter of its length. State only what it says.',
  },
  outline: {
    way: 'outline',
    temperature: 0.3,
    duty: 'Write the outline of an article: of the text if it is a draft, on the subject if it names a topic.',
  },
  link: { way: 'link' },
};
