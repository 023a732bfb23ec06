import { createExplain, explain } from '../../../contract/explanations/explain.ts';
import { inChinese } from '../../../contract/explanations/chinese/in-chinese.ts';
import { operatorLanguage } from '../../env.ts';
import { chineseMessages } from './chinese-messages.ts';
import { chineseService } from './chinese-service.ts';
import { chineseSettings } from './chinese-settings.ts';

const chinese = { ...chineseMessages, ...chineseService, ...chineseSettings };
const find = createExplain(Object.fromEntries(Object.keys(chinese).map((text) => [text, text])));

/** A parameter may be a text with a parameter that is a text. */
const deepest = 3;

/** What a command says, line by line in the language of the operator; foreign words stay as they are. */
export const inLocale = (text: string, language = operatorLanguage()): string =>
  language === 'zh'
    ? text
        .split('\n')
        .map((line) => lineInChinese(line, 0))
        .join('\n')
    : text;

function lineInChinese(line: string, depth: number): string {
  const found = find(line);
  if (!found) {
    const told = explain(line);
    return told ? inChinese(told, line) : line;
  }
  return (chinese[found.code] ?? line).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = found.params[name] ?? '';
    return depth < deepest ? lineInChinese(value, depth + 1) : value;
  });
}
