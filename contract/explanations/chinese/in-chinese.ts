import type { Explanation } from '../explain.ts';
import { chineseSignals, chineseSubjects, chineseTexts } from './chinese.ts';

/** A text of the service in Chinese; `text`, its English words, where there is none. Foreign words in it, such as a provider's, stay. */
export function inChinese({ code, params, items, causes = [] }: Explanation, text: string): string {
  const template = Object.entries(chineseTexts).find(([known]) => known === code)?.[1];
  if (template === undefined) return text;
  const [cause, ...deeper] = causes;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (name === 'reason') return cause ? inChinese({ ...cause, causes: deeper }, value) : value;
    if (name === 'reasons') return signalsInChinese(value);
    if (name === 'list' && items) return listInChinese(items);
    // The name of a field, such as a column of a file, stays as it is written there.
    return name === 'field' ? value : (chineseSubjects[value] ?? value);
  });
}

/** Pages counted by their reasons, or files with theirs. */
const listInChinese = (items: NonNullable<Explanation['items']>): string =>
  items
    .map(({ count, path = '', line, reason, code, params }) => {
      const why = code === undefined ? reason : inChinese({ code, params: params ?? {} }, reason);
      if (count !== undefined) return `${count} 个（${why}）`;
      return `${path}${line === undefined ? '' : ` 第 ${line} 行`}：${why}`;
    })
    .join('；');

/** Signals of evidence such as `support 0.86, phrase 0.43`. */
const signalsInChinese = (signals: string): string =>
  signals
    .split(', ')
    .map((signal) => {
      const [, name = '', value = ''] = /^(.*) ([\d.]+)$/.exec(signal) ?? [];
      return name === '' ? signal : `${chineseSignals[name] ?? name} ${value}`;
    })
    .join('，');
