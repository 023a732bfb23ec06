/** Topics of small talk. */
export const smallTalkTopics = ['greeting', 'thanks', 'goodbye', 'about', 'help'] as const;

export type SmallTalkTopic = (typeof smallTalkTopics)[number];

/** The phrases of a language: whole utterances by topic, and words of courtesy that may stand before or behind them. */
export interface SmallTalkPhrases {
  readonly language: string;
  readonly phrases: Readonly<Record<SmallTalkTopic, readonly string[]>>;
  readonly courtesies: readonly string[];
}
