import type { WritingAction } from '../../../contract/writing/actions.ts';
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

/** Proposes something about the whole text, one proposal on each line. */
export interface ProposalAction extends Wording {
  readonly way: 'propose';
  /** Number of proposals, and characters of each, at most. */
  readonly most: number;
  readonly longest: number;
  /** Proposals are words, which may come in one line; the site's own are offered. */
  readonly isWords?: true;
}

/** Says what a picture of the text shows. */
export interface AltTextAction extends Wording {
  readonly way: 'alt-text';
  /** Characters at most. */
  readonly longest: number;
}

/** Definition of each action. */
export const actions: Readonly<
  Record<
    WritingAction,
    | RewriteAction
    | ComposeAction
    | ProposalAction
    | AltTextAction
    | { readonly way: 'link' | 'propose-links' }
  >
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
  tags: {
    way: 'propose',
    temperature: 0.2,
    most: 8,
    longest: 40,
    isWords: true,
    duty: 'Name the tags under which a reader would look for the text: its subjects, from three to eight, the most fitting first. Where "known" lists a tag that fits, take that word for word.',
  },
  titles: {
    way: 'propose',
    temperature: 0.7,
    most: 5,
    longest: 120,
    duty: 'Propose five titles for the text. Each says truly what the text is about, in other words and from another side than the others. No clickbait, no promise that the text does not keep.',
  },
  'seo-description': {
    way: 'propose',
    temperature: 0.4,
    most: 1,
    longest: 320,
    duty: 'Write the description of the text that search engines show below its title: what a reader learns from it, in one or two sentences of at most 155 characters, in Chinese at most 80. State only what the text says.',
  },
  'propose-links': { way: 'propose-links' },
  'alt-text': {
    way: 'alt-text',
    temperature: 0.2,
    longest: 300,
    duty: 'Write the alternative text of the attached picture for readers who do not see it: what it shows and why it stands at "[the picture]", in one sentence of at most 125 characters, in Chinese at most 60. Do not begin with "picture of" or the like. Say nothing that is not seen and repeat nothing that the text says already.',
  },
};
