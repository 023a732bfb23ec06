import { plural } from '../text/format.ts';
import { texts } from '../text/language.ts';

export const overrideTexts = texts({
  en: {
    override: 'Try other retrieval settings without saving',
    overrideHelp: 'Saved settings are not changed.',
    overrideNone: 'No differences from the saved settings.',
    overrideChanged: (count: number) =>
      `${plural(count, 'setting differs', 'settings differ')} from the saved ones.`,
    fields: {
      searchMode: {
        label: 'Search mode',
        choices: { hybrid: 'Hybrid', vector: 'Semantic', keyword: 'Keyword' },
      },
      semanticWeight: { label: 'Semantic weight' },
      topK: { label: 'Passages to retrieve (top K)' },
      similarityThreshold: { label: 'Similarity threshold' },
      topN: { label: 'Passages sent to the model' },
      noMatchBehavior: {
        label: 'When nothing is found',
        choices: { continue: 'Answer anyway, with a notice', fixed_reply: 'Fixed reply' },
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
        choices: { hybrid: '混合', vector: '语义', keyword: '关键词' },
      },
      semanticWeight: { label: '语义权重' },
      topK: { label: '召回片段数' },
      similarityThreshold: { label: '相似度阈值' },
      topN: { label: '发送给模型的片段数' },
      noMatchBehavior: {
        label: '没有找到时',
        choices: { continue: '仍然回答，并附说明', fixed_reply: '固定回复' },
      },
    },
  },
});
