import { texts } from '../../text/language.ts';
import { language } from '../../text/language-choice.ts';

const words = texts({
  en: { yes: 'Yes', no: 'No', empty: 'Empty', gone: 'Not there' },
  zh: { yes: '是', no: '否', empty: '空', gone: '没有' },
});

/** `valueText` for a line: longer ones end with an ellipsis. */
export function shortValue(value: unknown, names?: Readonly<Record<string, string>>): string {
  const text = valueText(value, names);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** A saved value as a person reads it; `names` are what the parts of a value are called. */
export function valueText(value: unknown, names: Readonly<Record<string, string>> = {}): string {
  const t = words[language.value];
  if (value === undefined || value === null) return t.gone;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (value === '' || (Array.isArray(value) && value.length === 0)) return t.empty;
  if (Array.isArray(value)) return value.map((one) => valueText(one, names)).join('\n');
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name]) => name !== 'id')
      .map(([name, inner]) => `${names[name] ?? name}: ${valueText(inner, names)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
