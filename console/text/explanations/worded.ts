import { inChinese } from '../../../contract/explanations/chinese/in-chinese.ts';
import { explain, type Explanation } from '../../../contract/explanations/explain.ts';
import { language } from '../language-choice.ts';

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
