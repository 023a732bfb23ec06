/** Built-in texts of answers, with the placeholders `{site}`, `{place}`, `{heading}`, `{language}`, `{count}`, `{version}`, `{own}`, `{contact}` and `{articles}`. */
export interface AnswerTexts {
  /** Introduces a quotation; `{place}` is a link to it. */
  readonly quotedFrom: string;
  /** Introduces close places when nothing answers. */
  readonly close: string;
  readonly notCovered: string;
  /** Before what is said in place of a model's text of which nothing is supported. */
  readonly leftOut: string;
  /** Heading of such a text where it is shown all the same. */
  readonly notOnSite: string;
  /** Said of an answer that no article supports and that does not say so itself. */
  readonly unconfirmed: string;
  /** Below code of a model of which no line stands in an article. */
  readonly foreignCode: string;
  /** Says in which other language than the question the site is, so that nothing could be found. */
  readonly otherLanguage: string;
  /** Below an answer from another version of a documentation (`{version}`) than the page from which is asked (`{own}`). */
  readonly otherVersion: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** Reply to "who are you?". */
  readonly about: string;
  /** Reply to "what can I ask?". */
  readonly help: string;
  /** Reply to "what is this site about?" and "how many articles are there?". */
  readonly site: string;
  /** Reply to a wish for a person; `{contact}` is the configured link. */
  readonly contact: string;
  /** Name of the link where none is configured. */
  readonly contactLabel: string;
  /** Reply to a wish for a person where the site names none. */
  readonly noContact: string;
  /** Between the members of a list. */
  readonly listComma: string;
  /** Replaces `{site}` when the site has no title. */
  readonly thisSite: string;
  /** Turns a heading into a question. */
  readonly askAbout: string;
  /** Messages in place of an answer. */
  readonly failures: FailureTexts;
}

/** The failure and what a visitor can do about it; the causes are in the log. */
export interface FailureTexts {
  readonly slow: string;
  readonly busy: string;
  /** A model that refuses its key, or does not exist. */
  readonly setUp: string;
  /** A model that refuses this request. */
  readonly refused: string;
  readonly unavailable: string;
  /** Below the beginning of an answer that could not be finished. */
  readonly brokeOff: string;
  readonly searchUnavailable: string;
  /** Cut off because the service stops, usually for a restart. */
  readonly restarting: string;
  /** `{minutes}` until the next question. */
  readonly hourly: string;
  readonly daily: string;
  /** The ceiling of the site's model, not of the visitor. */
  readonly quota: string;
  readonly closed: string;
}
