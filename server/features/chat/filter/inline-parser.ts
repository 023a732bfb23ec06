/** Text from a special character on, with the context of its parser. */
export interface ParserState {
  readonly text: string;
  /** Output of the current line so far. */
  readonly before: string;
  /** True when backticks earlier in the paragraph may pair with a later run. */
  readonly unpaired: boolean;
  /** True when no more text follows. */
  readonly ended: boolean;
  readonly allowsLink: (url: string) => boolean;
  /** Returns the valid markers of these numbers as text; with `isGuess` the others do not count as dropped. */
  readonly keepMarks: (numbers: readonly number[], isGuess?: boolean) => string;
}

/** Result of parsing at a special character. */
export interface ParseResult {
  /** Number of characters consumed. */
  readonly take: number;
  /** Output for the consumed characters. */
  readonly show: string;
  /** Text to be parsed again before the rest of the input; shorter than the consumed text. */
  readonly again?: string;
  /** True when backticks are left unpaired. */
  readonly unpaired?: boolean;
  /** True when following text up to a blank is dropped. */
  readonly dropping?: boolean;
}

/**
 * Parses a construct at the start of a text: `more` when further text decides, `undefined` when it is not this
 * construct. The result must be the same for any longer text with this beginning, so that answers do not depend on how
 * they are split.
 */
export type InlineParser = (place: ParserState) => ParseResult | 'more' | undefined;
