import type { TextKey } from './keys.ts';
import type { Language } from './language.ts';

/** Values to fill into `{name}`; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Gives the text of a key in the visitor's language. */
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

/** Names without a value stay as they are written. Between a Chinese character and a Latin letter or digit stands a space. */
const filled = (text: string, values: TextValues): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    if (values[name] === undefined) return whole;
    const value = String(values[name]);
    const [before, after] = [text.slice(0, at), text.slice(at + whole.length)];
    return (
      (endsInHan.test(before) && /^[a-z\d]/i.test(value) ? ' ' : '') +
      value +
      (/[a-z\d]$/i.test(value) && startsInHan.test(after) ? ' ' : '')
    );
  });
const endsInHan = /\p{sc=Han}$/u;
const startsInHan = /^\p{sc=Han}/u;
