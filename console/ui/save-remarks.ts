import type { config } from '../../contract/config/config.ts';
import type { Reply } from '../../contract/endpoint.ts';
import { listed } from '../text/format.ts';
import { language } from '../text/language-choice.ts';
import { texts } from '../text/language.ts';

const remarkTexts = texts({
  en: {
    'unknown-model': 'Saved, but this model is not connected. What needs it fails until it is.',
    'wrong-kind': 'Saved, but this model is of another kind and cannot be used here.',
    overridden: 'Saved, but the models file sets these dimensions, and its value is used.',
    ignored: (names: string) => `Not saved, because Docent does not know these settings: ${names}`,
  },
  zh: {
    'unknown-model': '已保存，但该模型尚未连接，连接之前相关功能会失败。',
    'wrong-kind': '已保存，但该模型属于另一类，无法在这里使用。',
    overridden: '已保存，但维度由模型文件指定，以文件中的值为准。',
    ignored: (names: string) => `以下设置未保存，因为 Docent 不认识它们：${names}`,
  },
});

/** The service's warnings after a successful save: settings that will not work, and unknown settings. */
export function remarksOn({
  warnings = [],
  ignored = [],
}: Pick<Reply<(typeof config)['endpoints']['save']>, 'warnings' | 'ignored'>): readonly string[] {
  const t = remarkTexts[language.value];
  return [
    ...warnings.map(({ code }) => t[code]),
    ...(ignored.length > 0 ? [t.ignored(listed(ignored))] : []),
  ];
}
