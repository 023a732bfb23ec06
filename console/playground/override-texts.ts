import { texts } from '../text/language.ts';

export const overrideTexts = texts({
  en: {
    override: 'Try other retrieval settings, without saving them',
    overrideHelp: 'The saved settings stay as they are.',
    overrideNone: 'Nothing differs from the saved settings yet.',
    overrideChanged: (count: number) => `${count} settings differ from the saved ones.`,
    fields: {
      searchMode: {
        label: 'Search by',
        choices: { hybrid: 'Words and meaning', vector: 'Meaning', keyword: 'Words' },
      },
      semanticWeight: { label: 'Weight of meaning' },
      topK: { label: 'Passages to recall' },
      similarityThreshold: { label: 'Similarity threshold' },
      topN: { label: 'Passages for the model' },
      noMatchBehavior: {
        label: 'When nothing is found',
        choices: { continue: 'Answer all the same, saying so', fixed_reply: 'Fixed reply' },
      },
    },
  },
  zh: {
    override: '试用其他检索设置，不保存',
    overrideHelp: '已保存的设置不变。',
    overrideNone: '目前与已保存的设置相同。',
    overrideChanged: (count: number) => `有 ${count} 项与已保存的设置不同。`,
    fields: {
      searchMode: {
        label: '检索方式',
        choices: { hybrid: '词语与语义', vector: '语义', keyword: '词语' },
      },
      semanticWeight: { label: '语义权重' },
      topK: { label: '召回片段数' },
      similarityThreshold: { label: '相似度阈值' },
      topN: { label: '交给模型的片段数' },
      noMatchBehavior: {
        label: '没有找到时',
        choices: { continue: '照常回答并说明', fixed_reply: '固定回复' },
      },
    },
  },
});
