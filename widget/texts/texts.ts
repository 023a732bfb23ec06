import type { TextKey, Translation } from './keys.ts';
import type { Language } from './language.ts';

/** What is filled into `{name}`; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the visitor's language. */
export type Texts = (key: TextKey, values?: TextValues) => string;

/** A site's own wording by key; `de:welcome` holds for one language, `welcome` for all. */
export type OwnTexts = Readonly<Record<string, string>>;

/** The texts of a translation, with the site's own wording before it. */
export function createTexts(translation: Translation, language: Language, own: OwnTexts = {}): Texts {
  const plural = new Intl.PluralRules(language);
  const entries: Readonly<Record<string, string>> = translation;
  const find = (key: string) => ownText(own, language, key) ?? entries[key];
  return (key, values = {}) => {
    const { count } = values;
    const counted = typeof count === 'number' ? find(`${key}.${plural.select(count)}`) : undefined;
    return filled(counted ?? find(key) ?? find(`${key}.other`) ?? '', values);
  };
}

/** What the site says itself for a key, if anything. */
export const ownText = (own: OwnTexts, language: Language, key: string): string | undefined =>
  own[`${language}:${key}`] ?? own[key];

/** Names without a value stay as they are written. */
const filled = (text: string, values: TextValues): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
