import { guessLanguage } from '../../../../text/language.ts';
import { allOf, type DomDocument, type DomElement } from './dom.ts';

/** A translation of a page, as named by `hreflang`. */
export interface Translation {
  /** Primary subtag, such as `pt`. */
  readonly language: string;
  readonly address: string;
}

const maxSample = 100;

/** The translations that a page names by `hreflang`, itself among them. */
export const translationsIn = (document: DomDocument, at: URL): Translation[] =>
  allOf(document, 'link[rel~="alternate" i][hreflang][href]')
    .slice(0, maxSample)
    .flatMap((link) => {
      const url = URL.parse(link.getAttribute('href') ?? '', at.href);
      const language = primary(link.getAttribute('hreflang') ?? '');
      if (!url || !/^https?:$/.test(url.protocol)) return [];
      url.hash = '';
      return [{ language, address: url.href }];
    });

/**
 * Address of the original of a page that is not translated yet and repeats the text in the original language. `''` for any
 * other page.
 */
export const untranslatedFrom = (
  document: DomDocument,
  container: DomElement | undefined,
  text: string,
  translations: readonly Translation[],
): string => {
  const declared = primary(document.documentElement?.getAttribute('lang') ?? '');
  const language = languageOf(document, container, text, declared);
  const own = translations.find((one) => one.language === declared);
  const original = translations.find((one) => one.language === language);
  return declared !== language && own && original && own.address !== original.address ? original.address : '';
};

/** Minimum of letters for language detection. */
const minLetters = 120;
/** Languages that can be detected reliably. */
const detectable = /^(?:zh|ja|ko|ru|en|de|fr|es|pt|it|nl|sv|da|no|fi|hu|ro|tr)$/;

/** The language that the article declares, else the one that its prose is in. */
const languageOf = (
  document: DomDocument,
  container: DomElement | undefined,
  text: string,
  declared: string,
): string => {
  const box = (container ?? document.querySelector('main'))?.closest('[lang]');
  if (box && box !== document.documentElement) return primary(box.getAttribute('lang') ?? '');
  const prose = text.replace(/<(pre|code)\b.*?(?:<\/\1>|$)|<[^<>]*>/gs, ' ');
  const letters = prose.match(/\p{L}+/gu)?.join('').length ?? 0;
  if (!detectable.test(declared) || letters < minLetters) return declared;
  const guessed = guessLanguage(prose);
  return guessed === 'other' ? declared : guessed;
};

const primary = (tag: string): string => tag.trim().toLowerCase().split('-')[0] ?? '';
