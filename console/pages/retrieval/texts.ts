import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Retrieval',
    intro:
      'How passages are found for a question and which of them the model sees. Save, then try a question beside.',
    finding: 'Finding passages',
    answering: 'When answering',
    trial: 'Trial with the saved settings',
    fields: {
      searchMode: {
        label: 'Search by',
        help: 'Words and meaning together find most. Meaning needs an embedding model.',
        choices: { hybrid: 'Words and meaning', vector: 'Meaning', keyword: 'Words' },
      },
      semanticWeight: { label: 'Weight of meaning', help: '0 counts words only, 1 meaning only.' },
      topK: { label: 'Passages to recall', help: 'More find more and take a little longer.' },
      similarityThreshold: {
        label: 'Similarity threshold',
        help: 'Weaker passages are dropped. Too high, and the site seems to know nothing; too low, and it answers from the wrong pages.',
      },
      topN: { label: 'Passages for the model', help: 'More cost more tokens with every answer.' },
      showReferences: { label: 'Show sources to visitors' },
      noMatchBehavior: {
        label: 'When nothing is found',
        help: 'The fixed reply calls no model and costs nothing.',
        choices: { continue: 'Answer all the same, saying so', fixed_reply: 'Fixed reply' },
      },
      noMatchReply: { label: 'Fixed reply' },
    },
  },
  zh: {
    title: '检索',
    intro: '如何为问题找到片段，以及模型能看到哪些片段。保存后可在旁边试问。',
    finding: '查找片段',
    answering: '回答时',
    trial: '用已保存的设置试问',
    fields: {
      searchMode: {
        label: '检索方式',
        help: '词语与语义结合命中最多；语义检索需要向量模型。',
        choices: { hybrid: '词语与语义', vector: '语义', keyword: '词语' },
      },
      semanticWeight: { label: '语义权重', help: '0 只看词语，1 只看语义。' },
      topK: { label: '召回片段数', help: '越多越全，耗时略增。' },
      similarityThreshold: {
        label: '相似度阈值',
        help: '低于阈值的片段会被舍弃。过高会显得站点什么都不知道，过低会引用不相关的页面。',
      },
      topN: { label: '交给模型的片段数', help: '越多，每次回答消耗的 token 越多。' },
      showReferences: { label: '向访客显示来源' },
      noMatchBehavior: {
        label: '没有找到时',
        help: '固定回复不调用模型，不产生费用。',
        choices: { continue: '照常回答并说明', fixed_reply: '固定回复' },
      },
      noMatchReply: { label: '固定回复内容' },
    },
  },
});
