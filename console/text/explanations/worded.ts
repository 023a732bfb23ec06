import { explain, type Explanation } from '../../../contract/explanations/explain.ts';
import { language } from '../language-choice.ts';
import { chineseSignals, chineseSubjects, chineseTexts } from './chinese.ts';

/**
 * A message of the service in the language of the console: by the explanation beside it, otherwise by its wording.
 * Foreign messages, such as a provider's, stay as they are.
 */
export function worded(text: string, explanation?: Explanation): string {
  if (language.value !== 'zh') return text;
  const told = explanation ?? explain(text);
  return told ? inChinese(told, text) : text;
}

/** The rule that a refused value breaks, without the name of its field: the form shows it beside the field. */
export function ruleText(text: string, explanation: Explanation): string {
  const { causes: [rule, ...deeper] = [] } = explanation;
  const isOfField = explanation.code === 'value_refused' || explanation.code === 'body_refused';
  if (!isOfField || !rule) return sentence(worded(text, explanation));
  return sentence(worded(explanation.params['reason'] ?? text, { ...rule, causes: deeper }));
}

/** The field that a refusal concerns, such as `chat.temperature`, and the error of its value. */
export const refusedField = (explanation: Explanation | undefined): string =>
  explanation?.code === 'value_refused' ? (explanation.params['field'] ?? '') : '';

const sentence = (text: string): string =>
  language.value === 'zh'
    ? text.replace(/[。]?$/, '。')
    : `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/\.?$/, '.');

function inChinese({ code, params, items, causes = [] }: Explanation, text: string): string {
  const template = Object.entries(chineseTexts).find(([known]) => known === code)?.[1];
  if (template === undefined) return text;
  const [cause, ...deeper] = causes;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (name === 'reason') return cause ? inChinese({ ...cause, causes: deeper }, value) : value;
    if (name === 'reasons') return signalsInChinese(value);
    if (name === 'list' && items) return listInChinese(items);
    return chineseSubjects[value] ?? value;
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
