import { texts } from '../../text/language.ts';
import { language } from '../../text/language-choice.ts';

const words = texts({
  en: { yes: 'Yes', no: 'No', empty: 'Empty', gone: 'Not there' },
  zh: { yes: '是', no: '否', empty: '空', gone: '没有' },
});

/** A saved value as a person reads it. */
export function valueText(value: unknown): string {
  const t = words[language.value];
  if (value === undefined || value === null) return t.gone;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return t.empty;
  if (Array.isArray(value)) return value.map(valueText).join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name]) => name !== 'id')
      .map(([name, inner]) => `${name}: ${valueText(inner)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
