/** The text from a sign on, and what is needed to read it. */
export interface ParserState {
  readonly text: string;
  /** Output of the current line so far. */
  readonly before: string;
  /** A run of backticks before it in its paragraph may pair with a later one. */
  readonly unpaired: boolean;
  /** Nothing more is waited for: what is open stays open. */
  readonly ended: boolean;
  readonly allowsLink: (url: string) => boolean;
  /** The marks that may stay of these numbers, as text. */
  readonly keepMarks: (numbers: readonly number[]) => string;
}

/** Result of parsing at a special character. */
export interface ParseResult {
  /** Number of characters consumed. */
  readonly take: number;
  /** Output for the consumed characters. */
  readonly show: string;
  /** Text to be parsed again before the rest of the input; shorter than the consumed text. */
  readonly again?: string;
  /** Backticks are left open. */
  readonly unpaired?: boolean;
  /** The text that follows without a blank is dropped, too. */
  readonly dropping?: boolean;
}

/**
 * Reads a construct at the start of a text: `more` when further text decides, `undefined` when it is none. A reader says
 * the same of a text and of any longer one that begins with it, so that answers do not depend on how they arrive.
 */
export type InlineParser = (place: ParserState) => ParseResult | 'more' | undefined;
