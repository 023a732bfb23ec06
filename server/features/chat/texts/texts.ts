import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import zhCN from './zh-cn.json' with { type: 'json' };
import zhTW from './zh-tw.json' with { type: 'json' };

/**
 * Built-in texts of answers, with the placeholders `{site}`, `{place}`, `{heading}`, `{language}`, `{count}`, `{version}`, `{own}`, `{contact}`
 * and `{articles}`. `leftOut` stands in place of a model's text of which nothing is supported, `notOnSite` above it where it is shown all the
 * same; `failures` say what failed and what a visitor can do about it, their causes are in the log.
 */
type AnswerTexts = typeof en;
export type FailureTexts = AnswerTexts['failures'];

const byTag: ReadonlyMap<string, AnswerTexts> = new Map(
  Object.entries({ 'zh-CN': zhCN, 'zh-TW': zhTW, en, ja, ko, fr, de, es, pt, ru }),
);

/** The texts in every language. */
export const allTexts: readonly AnswerTexts[] = [...byTag.values()];

/** The language of the texts for a language tag: itself, or English. */
export const textLanguage = (language: string): string => (byTag.has(language) ? language : 'en');

/** Texts of a language tag; English for unknown ones. */
export const textsOf = (language: string): AnswerTexts => byTag.get(language) ?? en;

/** The sentence for a question that nothing answers, in the whole site or in the part `scope` of it that was searched. */
export const notCoveredText = (language: string, scope: readonly string[] = []): string =>
  textsOf(language)[scope.length === 0 ? 'notCovered' : 'notCoveredInPart'];
