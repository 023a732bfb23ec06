import type { WritingAction } from '../../contract/writing/actions.ts';

/** The actions in the order of the menu. */
export const writingActionNames: readonly WritingAction[] = [
  'proofread',
  'polish',
  'simplify',
  'expand',
  'continue',
  'link',
  'propose-links',
  'summarize',
  'translate-en',
  'outline',
  'titles',
  'tags',
  'seo-description',
  'alt-text',
];
