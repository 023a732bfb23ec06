import { filled, type TextValues } from '../../contract/widget/filled.ts';
import type { TextKey } from './keys.ts';
import type { Language } from './language.ts';

/** Gives the text of a key in the visitor's language; the value `count` also chooses the plural form. */
export type Texts<Key extends string = TextKey> = (key: Key, values?: TextValues) => string;

/** A site's own wording by key; `de:welcome` holds for one language, `welcome` for all. */
export type OwnTexts = Readonly<Record<string, string>>;

/** The texts of a translation, with the site's own wording before it. */
export function createTexts<Key extends string = TextKey>(
  translation: Readonly<Record<string, string>>,
  language: Language,
  own: OwnTexts = {},
): Texts<Key> {
  const plural = new Intl.PluralRules(language);
  const find = (key: string) => ownText(own, language, key) ?? translation[key];
  return (key, values = {}) => {
    const { count } = values;
    const counted = typeof count === 'number' ? find(`${key}.${plural.select(count)}`) : undefined;
    return filled(counted ?? find(key) ?? find(`${key}.other`) ?? '', values);
  };
}

/** The site's own text for a key, if it has one. */
export const ownText = (own: OwnTexts, language: Language, key: string): string | undefined =>
  own[`${language}:${key}`] ?? own[key];
