import type { Language } from './failure-messages.ts';

/** The language of messages that only Chinese and English have. */
export const messageLanguage = (language: string): Language => (language.startsWith('zh') ? 'zh' : 'en');

/** True when two language tags name one language in whatever script or region. */
export const sameLanguage = (one: string, other: string): boolean =>
  one.split('-', 1)[0] === other.split('-', 1)[0];

/** Languages that short texts cannot tell apart. */
const families = [
  'da no sv',
  'es pt it ca gl ro',
  'ru uk bg',
  'cs pl hr sk',
  'fi et',
  'de nl',
  'ar fa ur',
  'id ms',
].map((family) => new Set(family.split(' ')));

/** True when two tags name one language, or two that short texts cannot tell apart. */
export const relatives = (one: string, other: string): boolean =>
  sameLanguage(one, other) || families.some((family) => family.has(one) && family.has(other));
