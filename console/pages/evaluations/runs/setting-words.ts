import { noFigure } from '../../../text/format.ts';
import { language } from '../../../text/language-choice.ts';
import { commonTexts } from '../../../text/shared-texts.ts';
import { pageTexts as chat } from '../../chat/texts.ts';
import { pageTexts as enhancement } from '../../enhancement/texts.ts';
import { pageTexts as retrieval } from '../../retrieval/texts.ts';

interface FieldWords {
  readonly label: string;
  readonly choices?: Readonly<Record<string, string>>;
}

/** The words of a setting such as `retrieval.topN` on its own page; none for a setting that has no page. */
function fieldOf(name: string): FieldWords | undefined {
  const [group = '', field = ''] = name.split('.');
  const groups: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
    chat: chat[language.value].fields,
    enhancement: enhancement[language.value].fields,
    retrieval: retrieval[language.value].fields,
  };
  return groups[group]?.[field];
}

/** Labels of settings, as on their own pages. */
export const settingLabel = (name: string): string => fieldOf(name)?.label ?? name;

/** The value of a setting as its page shows it. */
export function settingValue(name: string, value: unknown): string {
  const { yes, no } = commonTexts[language.value];
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value !== 'string') return JSON.stringify(value) ?? noFigure;
  return value === '' ? noFigure : (fieldOf(name)?.choices?.[value] ?? value);
}
