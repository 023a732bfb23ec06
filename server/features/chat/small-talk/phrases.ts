/** Topics of small talk. */
export const smallTalkTopics = ['greeting', 'thanks', 'goodbye', 'about', 'help'] as const;

export type SmallTalkTopic = (typeof smallTalkTopics)[number];

/** Phrases of a language: whole utterances by topic, and polite words that may precede or follow them. */
export interface SmallTalkPhrases {
  readonly language: string;
  readonly phrases: Readonly<Record<SmallTalkTopic, readonly string[]>>;
  readonly courtesies: readonly string[];
}
