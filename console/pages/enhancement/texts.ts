import { texts } from '../../text/language.ts';

const empty = { en: 'Leave empty to use the default prompt.', zh: '留空使用默认提示词。' };

export const pageTexts = texts({
  en: {
    title: 'Query enhancement',
    intro:
      'Optional steps before and after retrieval. Each has a time limit; when it times out or fails, plain retrieval is used.',
    costs:
      'Query rewriting, HyDE, translation and further searches call the language model for every question; reranking calls the rerank model. All calls count toward usage and limits.',
    trial: 'Try the saved settings',
    sections: {
      rewrite: 'Query rewriting',
      hyde: 'Hypothetical answers (HyDE)',
      rerank: 'Reranking',
      crossLanguage: 'Cross-language search',
      further: 'Further searches',
    },
    fields: {
      queryRewriteToggle: {
        label: 'Rewrite queries',
        help: 'Turns “and how much is it?” into a question that stands alone. “Allow query rewriting” must be on under Models.',
      },
      queryRewriteWithHistory: { label: 'Include conversation history' },
      keepOriginalQuery: { label: 'Also search the original query' },
      queryRewritePrompt: { label: 'Prompt', help: empty.en },
      hydeEnabled: {
        label: 'Search with a generated answer',
        help: 'Helps when questions and articles use different words. Requires an embedding model.',
      },
      hydePrompt: { label: 'Prompt', help: empty.en },
      rerankToggle: {
        label: 'Rerank results',
        help: 'Scores the question and each passage together. The most precise step. “Allow reranking” must be on under Models.',
      },
      rerankTopN: { label: 'Passages kept' },
      rerankScoreThreshold: { label: 'Minimum score' },
      crossLanguageEnabled: {
        label: 'Also search a translation',
        help: 'For sites whose visitors ask in another language than the articles.',
      },
      crossLanguageTargets: { label: 'Languages', help: 'Comma-separated: zh, en, ja, ko, de, fr.' },
      crossLanguageMaxResults: { label: 'Maximum passages from a translation' },
      furtherSearches: {
        label: 'Let the model ask for up to two more searches',
        help: 'For questions that compare or list things which stand in different articles. One more short call for most questions: not for small talk, questions about the page, and those that look up one fact.',
      },
    },
  },
  zh: {
    title: '检索增强',
    intro: '检索前后的可选步骤。每一步都有时限，超时或失败时回到普通检索。',
    costs: '查询改写、HyDE、翻译和追加检索会为每个问题调用语言模型，重排会调用重排模型，均计入用量与限额。',
    trial: '试用已保存的设置',
    sections: {
      rewrite: '查询改写',
      hyde: '假设性回答（HyDE）',
      rerank: '重排',
      crossLanguage: '跨语言检索',
      further: '追加检索',
    },
    fields: {
      queryRewriteToggle: {
        label: '检索前改写查询',
        help: '把“那它多少钱？”变成能独立理解的问题。需要先在“模型”中开启“允许改写查询”。',
      },
      queryRewriteWithHistory: { label: '改写时参考最近几轮对话' },
      keepOriginalQuery: { label: '同时检索原始查询' },
      queryRewritePrompt: { label: '提示词', help: empty.zh },
      hydeEnabled: { label: '用生成的回答去检索', help: '问题与文章用词不同时有帮助，需要向量模型。' },
      hydePrompt: { label: '提示词', help: empty.zh },
      rerankToggle: {
        label: '对结果重排',
        help: '把问题和每个片段放在一起打分，是最精确的一步。需要先在“模型”中开启“允许重排”。',
      },
      rerankTopN: { label: '保留片段数' },
      rerankScoreThreshold: { label: '最低得分' },
      crossLanguageEnabled: { label: '同时检索译文', help: '适合文章与访客语言不同的站点。' },
      crossLanguageTargets: { label: '语言', help: 'zh、en、ja、ko、de、fr，用逗号分隔。' },
      crossLanguageMaxResults: { label: '译文最多补充的片段' },
      furtherSearches: {
        label: '允许模型再检索最多两次',
        help: '用于比较或列举、答案分散在多篇文章里的问题。多数问题多一次简短的调用；闲聊、关于当前页面的问题和查找单个事实的问题除外。',
      },
    },
  },
});
