/** Docent's own words in an answer. `{site}`, `{place}` and `{heading}` are filled in. */
export interface AnswerTexts {
  /** Introduces a quotation; `{place}` is a link to it. */
  readonly quotedFrom: string;
  /** Nothing answers, but places come close. */
  readonly close: string;
  readonly notCovered: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** Reply to "who are you?". */
  readonly about: string;
  /** Reply to "what can I ask?". */
  readonly help: string;
  /** Stands for `{site}` where the site has no title. */
  readonly thisSite: string;
  /** Makes a question of a heading. */
  readonly askAbout: string;
}
