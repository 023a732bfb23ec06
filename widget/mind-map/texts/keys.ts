import type { KeyOf, TranslationOf } from '../../texts/keys.ts';
import type { Texts } from '../../texts/texts.ts';
import type { texts } from './en.ts';

/** All texts of the mind map in one language. */
export type MapTranslation = TranslationOf<typeof texts>;

/** Gives the text of a key of the mind map in the visitor's language. */
export type MapTexts = Texts<KeyOf<typeof texts>>;
