import { texts } from '../../text/language.ts';

const empty = { en: 'Empty means the built-in instructions.', zh: '留空使用内置说明。' };

export const pageTexts = texts({
  en: {
    title: 'Enhancement',
    intro:
      'Optional steps around the search. Each has a time limit and falls back to the plain search when it is late or fails.',
    costs:
      'Rewriting, the hypothetical answer and translation ask the language model for every question; reranking asks the rerank model. All count in usage and limits.',
    trial: 'Trial with the saved settings',
    sections: {
      rewrite: 'Rewrite the question',
      hyde: 'Hypothetical answer',
      rerank: 'Rerank',
      crossLanguage: 'Other languages',
    },
    fields: {
      queryRewriteToggle: {
        label: 'Rewrite before searching',
        help: 'Turns “and how much is it?” into a question that stands alone.',
      },
      queryRewriteWithHistory: { label: 'Show the last turns to the rewriter' },
      keepOriginalQuery: { label: 'Search the original wording too' },
      queryRewritePrompt: { label: 'Instructions', help: empty.en },
      hydeEnabled: {
        label: 'Search with an imagined answer',
        help: 'Helps when questions and articles use different words. Needs an embedding model.',
      },
      hydePrompt: { label: 'Instructions', help: empty.en },
      rerankToggle: {
        label: 'Rerank what was found',
        help: 'Reads question and passage together; the most precise step.',
      },
      rerankTopN: { label: 'Passages kept' },
      rerankScoreThreshold: { label: 'Least score' },
      crossLanguageEnabled: {
        label: 'Search a translation too',
        help: 'For sites whose articles and visitors speak different languages.',
      },
      crossLanguageTargets: { label: 'Languages', help: 'zh, en, ja, ko, de, fr; separated by commas.' },
      crossLanguageMaxResults: { label: 'Passages a translation may add' },
    },
  },
  zh: {
    title: '检索增强',
    intro: '检索前后的可选步骤。每一步都有时限，超时或失败时回到普通检索。',
    costs: '改写、假设回答和翻译会为每个问题调用语言模型，重排会调用重排模型，均计入用量与限额。',
    trial: '用已保存的设置试问',
    sections: { rewrite: '改写问题', hyde: '假设回答', rerank: '重排', crossLanguage: '跨语言' },
    fields: {
      queryRewriteToggle: { label: '检索前改写问题', help: '把“那它多少钱？”变成能独立理解的问题。' },
      queryRewriteWithHistory: { label: '改写时参考最近几轮对话' },
      keepOriginalQuery: { label: '同时检索原句' },
      queryRewritePrompt: { label: '说明', help: empty.zh },
      hydeEnabled: { label: '用设想的回答去检索', help: '问题与文章用词不同时有帮助，需要向量模型。' },
      hydePrompt: { label: '说明', help: empty.zh },
      rerankToggle: { label: '对结果重排', help: '同时阅读问题和片段，是最精确的一步。' },
      rerankTopN: { label: '保留片段数' },
      rerankScoreThreshold: { label: '最低得分' },
      crossLanguageEnabled: { label: '同时检索译文', help: '适合文章与访客语言不同的站点。' },
      crossLanguageTargets: { label: '语言', help: 'zh、en、ja、ko、de、fr，用逗号分隔。' },
      crossLanguageMaxResults: { label: '译文最多补充的片段' },
    },
  },
});
