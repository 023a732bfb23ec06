/** True when two tags mean the same language, in any script or region. */
export const sameLanguage = (one: string, other: string): boolean =>
  one.split('-', 1)[0] === other.split('-', 1)[0];

/** Languages that short texts do not distinguish. */
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

/** True when two tags mean the same language, or ones that short texts do not distinguish. */
export const relatives = (one: string, other: string): boolean =>
  sameLanguage(one, other) || families.some((family) => family.has(one) && family.has(other));
