import languages from './phrases.json' with { type: 'json' };

/**
 * Topics of small talk; `about` is the assistant, `site` what the site is about and how much it holds, `contact` a wish to reach the people
 * behind it.
 */
export const smallTalkTopics = ['greeting', 'thanks', 'goodbye', 'about', 'help', 'site', 'contact'] as const;

export type SmallTalkTopic = (typeof smallTalkTopics)[number];

/** Phrases of a language: whole utterances by topic, and polite words that may precede or follow them. */
interface SmallTalkPhrases {
  readonly language: string;
  readonly phrases: Readonly<Partial<Record<SmallTalkTopic, readonly string[]>>>;
  readonly courtesies: readonly string[];
}

/** What `phrases.json` has of a language; lists are joined by ` | `. */
interface Entry extends Readonly<Partial<Record<Exclude<SmallTalkTopic, 'contact'>, string>>> {
  readonly language: string;
  readonly courtesies: string;
  readonly contact?: Wishes;
  /** Names of the language in English and Chinese, and the phrases of its own that ask for it. */
  readonly speak?: { readonly english: string; readonly chinese: string; readonly own: string };
}

/** Wishes to reach a person: each of `reach` before each of `people`, and `write` before `ours`, with and without one of the openings. */
interface Wishes {
  readonly openings?: string;
  readonly reach?: string;
  readonly people?: string;
  /** The same of those who can only be the site's own: “how do I message someone” may ask for a function. */
  readonly write?: string;
  readonly ours?: string;
  /** Whole utterances. */
  readonly whole: string;
}

const entries: readonly Entry[] = languages;

const list = (joined = ''): readonly string[] => (joined === '' ? [] : joined.split(' | '));

const only = (language: string, topic: SmallTalkTopic, phrases: readonly string[]): SmallTalkPhrases => ({
  language,
  phrases: { [topic]: phrases },
  courtesies: [],
});

/** "I want to talk to a person", “转人工”, "Who wrote this?": what the site's contact answers. Words of Chinese are joined without blanks. */
function contactPhrases(language: string, { openings, reach, people, write, ours, whole }: Wishes) {
  const blank = language.startsWith('zh') ? '' : ' ';
  const wishes = (verbs: readonly string[], persons: readonly string[]) =>
    ['', ...list(openings)].flatMap((opening) =>
      verbs.flatMap((verb) => persons.map((person) => [opening, verb, person].filter(Boolean).join(blank))),
    );
  const phrases = [...list(whole), ...wishes(list(reach), list(people)), ...wishes(list(write), list(ours))];
  return only(language, 'contact', phrases);
}

/** Requests to go on in a language, which are answered in it: "speak Chinese", 说英文. "Do you speak German?" may be asked of the house. */
const languagePhrases = (language: string, { english, chinese, own }: NonNullable<Entry['speak']>) =>
  only(language, 'help', [
    ...list(english).flatMap((name) => FRAMES.en.map((frame) => frame.replace('*', name))),
    ...list(chinese).flatMap((name) => FRAMES.zh.map((frame) => frame.replace('*', name))),
    ...list(own),
  ]);

const FRAMES = {
  en: list(
    'speak * | can you speak * | * please | in * | in * please | talk in * | answer in * | reply in * | write in * | speak in * | switch to * | use *',
  ),
  zh: list(
    '说* | 讲* | 用* | 请说* | 请讲* | 请用* | 用*回答 | 请用*回答 | 用*说 | 会说*吗 | 你会说*吗 | 能说*吗 | 你能说*吗 | 可以说*吗 | 会*吗 | 你会*吗 | 说*吧',
  ),
};

/** The phrases of all languages; one that several have belongs to the first. */
export const smallTalkPhrases: readonly SmallTalkPhrases[] = [
  ...entries.flatMap(({ language, contact }) => (contact ? contactPhrases(language, contact) : [])),
  ...entries.flatMap(({ language, site }) => (site === undefined ? [] : only(language, 'site', list(site)))),
  ...entries.flatMap(({ language, speak }) => (speak ? languagePhrases(language, speak) : [])),
  ...entries.map(({ language, courtesies, greeting, thanks, goodbye, about, help }) => ({
    language,
    phrases: Object.fromEntries(
      Object.entries({ greeting, thanks, goodbye, about, help }).map(([topic, said]) => [topic, list(said)]),
    ),
    courtesies: list(courtesies),
  })),
];
