/** Built-in texts of answers, with the placeholders `{site}`, `{place}`, `{heading}` and `{language}`. */
export interface AnswerTexts {
  /** Introduces a quotation; `{place}` is a link to it. */
  readonly quotedFrom: string;
  /** Introduces close places when nothing answers. */
  readonly close: string;
  readonly notCovered: string;
  /** Says in which other language than the question the site is, so that nothing could be found. */
  readonly otherLanguage: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** Reply to "who are you?". */
  readonly about: string;
  /** Reply to "what can I ask?". */
  readonly help: string;
  /** Replaces `{site}` when the site has no title. */
  readonly thisSite: string;
  /** Turns a heading into a question. */
  readonly askAbout: string;
}
