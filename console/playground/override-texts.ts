import { plural } from '../text/format.ts';
import { texts } from '../text/language.ts';

export const overrideTexts = texts({
  en: {
    override: 'Try other retrieval settings without saving',
    overrideHelp: 'Saved settings are not changed.',
    overrideNone: 'No differences from the saved settings.',
    overrideChanged: (count: number) =>
      `${plural(count, 'setting differs', 'settings differ')} from the saved ones.`,
  },
  zh: {
    override: '试用其他检索设置，不保存',
    overrideHelp: '已保存的设置不变。',
    overrideNone: '目前与已保存的设置相同。',
    overrideChanged: (count: number) => `有 ${count} 项与已保存的设置不同。`,
  },
});
