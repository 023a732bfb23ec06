import type { texts } from './en.ts';

type EntryKey = keyof typeof texts;
type CountedOf<K> = K extends `${infer Name}.other` ? Name : never;

/** Texts whose wording depends on a count; each language has the plural forms it needs. */
type CountedKey = CountedOf<EntryKey>;
type PlainKey = Exclude<EntryKey, `${CountedKey}.${Intl.LDMLPluralRule}`>;

/** What a text is asked by. */
export type TextKey = PlainKey | CountedKey;

/** All texts in one language. */
export type Translation = Readonly<
  Record<PlainKey | `${CountedKey}.other`, string> &
    Partial<Record<`${CountedKey}.${Intl.LDMLPluralRule}`, string>>
>;
