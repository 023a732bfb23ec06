/** Looks up an attribute of an element; `''` or nothing where it has none. */
export type AttributeOf = (name: string) => string | null | undefined;

/** True for an element whose text its author has struck out: it is not said any more. */
export const isStruck = (name: string, attributeOf: AttributeOf): boolean =>
  struckTags.has(name) ||
  struckStyle.test(attributeOf('style') ?? '') ||
  struckClass.test((attributeOf('class') ?? '').slice(0, readNames));

const struckTags: ReadonlySet<string> = new Set(['s', 'strike', 'del']);
const struckStyle = /text-decoration(?:-line)?\s*:[^;]{0,60}\bline-through\b/i;
const struckClass =
  /(?:^|\s)(?:(?:text-|text-decoration-|has-|is-)?(?:line-through|strike|strike-?through)|struck|crossed-out)(?:\s|$)/i;
const readNames = 300;

/**
 * The address behind a protection against collectors of addresses, which scripts show; `''` where it cannot be read, and
 * `undefined` for an element that protects none.
 */
export function protectedMail(attributeOf: AttributeOf): string | undefined {
  const hex = attributeOf('data-cfemail');
  const names = (attributeOf('class') ?? '').slice(0, readNames);
  if ((hex ?? undefined) === undefined && !/(?:^|\s)__cf_email__(?:\s|$)/.test(names)) return undefined;
  return mailIn(hex ?? '') || linkedMail(attributeOf);
}

/** The protected address that a link leads to; `''` for none. Its text may be the address or other words. */
export const linkedMail = (attributeOf: AttributeOf): string =>
  mailIn(/\/cdn-cgi\/l\/email-protection#([\da-f]{8,640})$/i.exec(attributeOf('href') ?? '')?.[1] ?? '');

/** What stands in place of a protected address. */
export const hiddenMail = /\[email[\s\u00a0]protected\]/gi;

function mailIn(hex: string): string {
  if (!/^(?:[\da-f]{2}){4,320}$/i.test(hex)) return '';
  const [key = 0, ...letters] = Buffer.from(hex, 'hex');
  const mail = Buffer.from(letters.map((letter) => letter ^ key)).toString('utf8');
  return /^[^\s@]{1,64}@[^\s@?]{1,255}/.exec(mail)?.[0] ?? '';
}

/** `sup` or `sub` for an element that raises or lowers its text, by its name or its style; `''` for another one. */
export const raises = (name: string, attributeOf: AttributeOf): 'sup' | 'sub' | '' => {
  if (name === 'sup' || name === 'sub') return name;
  const [, align] = /vertical-align\s*:\s*(super|sub)\b/i.exec(attributeOf('style') ?? '') ?? [];
  return align === undefined ? '' : align.toLowerCase() === 'super' ? 'sup' : 'sub';
};

/** True for a text that stands backwards in the source and is turned round by the style. */
export const isBackwards = (attributeOf: AttributeOf): boolean => {
  const style = attributeOf('style') ?? '';
  return /unicode-bidi\s*:\s*bidi-override/i.test(style) && /direction\s*:\s*rtl/i.test(style);
};

/** The numbers of a list: `1`, `a`, `A`, `i` or `I`, by its type or its style. */
export function listType(attributeOf: AttributeOf): string {
  const type = attributeOf('type') ?? '';
  if (/^[1aAiI]$/.test(type)) return type;
  const [, styled = ''] =
    /list-style(?:-type)?\s*:[^;]{0,60}\b(lower-alpha|lower-latin|upper-alpha|upper-latin|lower-roman|upper-roman)\b/i.exec(
      attributeOf('style') ?? '',
    ) ?? [];
  return styledTypes.get(styled.toLowerCase()) ?? '1';
}

const styledTypes = new Map([
  ['lower-alpha', 'a'],
  ['lower-latin', 'a'],
  ['upper-alpha', 'A'],
  ['upper-latin', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
]);

/** True for a template that a browser shows in place: a shadow root that is written down. */
export const isShadowRoot = (name: string, attributeOf: AttributeOf): boolean =>
  name === 'template' && Boolean(attributeOf('shadowrootmode') ?? attributeOf('shadowroot'));
