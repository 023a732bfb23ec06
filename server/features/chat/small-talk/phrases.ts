/**
 * Topics of small talk; `about` is the assistant, `site` what the site is about and how much it holds, `contact` a wish to reach the people
 * behind it.
 */
export const smallTalkTopics = ['greeting', 'thanks', 'goodbye', 'about', 'help', 'site', 'contact'] as const;

export type SmallTalkTopic = (typeof smallTalkTopics)[number];

/** Phrases of a language: whole utterances by topic, and polite words that may precede or follow them. */
export interface SmallTalkPhrases {
  readonly language: string;
  readonly phrases: Readonly<Partial<Record<SmallTalkTopic, readonly string[]>>>;
  readonly courtesies: readonly string[];
}
