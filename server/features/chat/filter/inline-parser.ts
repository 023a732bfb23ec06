/** The text from a sign on, and what is needed to read it. */
export interface ParserState {
  readonly text: string;
  /** What its line shows so far. */
  readonly before: string;
  /** A run of backticks before it in its paragraph may pair with a later one. */
  readonly unpaired: boolean;
  /** Nothing more is waited for: what is open stays open. */
  readonly ended: boolean;
  readonly allowsLink: (url: string) => boolean;
  /** The marks that may stay of these numbers, as text. */
  readonly keepMarks: (numbers: readonly number[]) => string;
}

/** What to do with the text at a sign. */
export interface ParseResult {
  /** How many characters are done with. */
  readonly take: number;
  /** What is shown for them. */
  readonly show: string;
  /** What is read again, before the text that follows. Shorter than what was taken. */
  readonly again?: string;
  /** Backticks are left open. */
  readonly unpaired?: boolean;
  /** What follows without a blank is dropped too. */
  readonly dropping?: boolean;
}

/**
 * Reads a construct at the start of a text: `more` when further text decides, `undefined` when it is none. A reader says
 * the same of a text and of any longer one that begins with it, so that answers do not depend on how they arrive.
 */
export type InlineParser = (place: ParserState) => ParseResult | 'more' | undefined;
