/** The actions a request may name (spec 2.9); a missing one is `polish`. */
export const writingActions = [
  'polish',
  'continue',
  'expand',
  'simplify',
  'summarize',
  'translate-en',
  'outline',
  'proofread',
  'link',
  'tags',
  'titles',
  'seo-description',
  'propose-links',
  'alt-text',
] as const;
export type WritingAction = (typeof writingActions)[number];

/** Actions that make another text of the given one, so that there is nothing to show change by change. */
export const newTexts: ReadonlySet<WritingAction> = new Set([
  'summarize',
  'translate-en',
  'outline',
  'tags',
  'titles',
  'seo-description',
  'alt-text',
]);

export const makesNewText = (action: WritingAction): boolean => newTexts.has(action);

/** Actions whose result is about the text and stands elsewhere than in it, so that it is copied. */
const aboutText: ReadonlySet<WritingAction> = new Set(['tags', 'titles', 'seo-description', 'alt-text']);

export const isAboutText = (action: WritingAction): boolean => aboutText.has(action);

/** True for actions that set links; they call no model. */
export const makesLinks = (action: WritingAction): boolean => action === 'link' || action === 'propose-links';
