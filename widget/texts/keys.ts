import type { texts } from './en.ts';

type CountedOf<K> = K extends `${infer Name}.other` ? Name : never;

/** Texts whose wording depends on a count; each language has the plural forms it needs. */
type CountedKeyOf<T> = CountedOf<keyof T>;
type PlainKeyOf<T> = Exclude<keyof T & string, `${CountedKeyOf<T>}.${Intl.LDMLPluralRule}`>;

/** The keys of the texts `T`, each counted one without its plural forms. */
export type KeyOf<T> = PlainKeyOf<T> | CountedKeyOf<T>;

/** Texts with the same keys as `T` in one language. */
export type TranslationOf<T> = Readonly<
  Record<PlainKeyOf<T> | `${CountedKeyOf<T>}.other`, string> &
    Partial<Record<`${CountedKeyOf<T>}.${Intl.LDMLPluralRule}`, string>>
>;

/** The keys of the texts of the chat and the search. */
export type TextKey = KeyOf<typeof texts>;

/** All texts of the chat and the search in one language. */
export type Translation = TranslationOf<typeof texts>;
