import type { Change } from '../../../contract/operator/changes.ts';
import { language } from '../../text/language-choice.ts';
import { changeTexts } from './change-texts.ts';

/** Who has made a change, in words: the kind of credentials and their name. */
export function authorOf({ by, byName }: Pick<Change, 'by' | 'byName'>): string {
  const [kind = '', id = ''] = by.split(':');
  const words: Readonly<Record<string, string>> = changeTexts[language.value].who;
  return [words[kind] ?? by, byName || (kind === 'session' ? id : '')].filter(Boolean).join(' · ');
}
