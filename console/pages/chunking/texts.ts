import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Passages',
    intro:
      'Articles are cut into passages before they are searched. Larger passages carry more context, smaller ones are found more precisely. Changes take effect with the next rebuild of the index.',
    rebuild: 'To the index',
    keywords: 'Keywords by the language model',
    fields: {
      chunkMode: {
        label: 'How to cut',
        help: 'Automatic follows headings and paragraphs; custom cuts at your separator.',
        choices: { auto: 'Automatic', custom: 'At a separator' },
      },
      chunkSize: { label: 'Characters per passage', help: '300 to 800 suits most sites.' },
      chunkOverlap: {
        label: 'Overlap',
        help: 'Characters repeated from the passage before, so that a sentence at the edge is found in both.',
      },
      chunkSeparator: { label: 'Separator' },
      markdownHeadingAware: { label: 'Cut at headings' },
      sentenceAware: { label: 'Cut at the end of sentences' },
      cleanWhitespace: { label: 'Tidy up blanks and empty lines' },
      minChunkSize: { label: 'Shortest passage', help: 'Shorter ones join the passage before.' },
      autoKeywords: {
        label: 'Let the model name keywords',
        help: 'Costs one model call per batch of passages; helps questions that use other words than the text.',
      },
      autoKeywordsCount: { label: 'Keywords per passage' },
      keywordsMaxTokens: { label: 'Input tokens per request' },
      keywordsBatchSize: { label: 'Requests at once' },
    },
  },
  zh: {
    title: '文本分段',
    intro: '文章会先切成片段再参与检索。片段大，上下文更完整；片段小，命中更精确。修改在下次重建索引后生效。',
    rebuild: '前往索引',
    keywords: '由语言模型提取关键词',
    fields: {
      chunkMode: {
        label: '分段方式',
        help: '自动按标题和段落切分；自定义按分隔符切分。',
        choices: { auto: '自动', custom: '按分隔符' },
      },
      chunkSize: { label: '每段字符数', help: '多数站点适合 300 到 800。' },
      chunkOverlap: { label: '重叠字符数', help: '与上一段重复的字符，让边缘的句子在两段中都能被找到。' },
      chunkSeparator: { label: '分隔符' },
      markdownHeadingAware: { label: '按标题切分' },
      sentenceAware: { label: '尽量在句末切分' },
      cleanWhitespace: { label: '整理空白和空行' },
      minChunkSize: { label: '最短片段', help: '更短的片段并入上一段。' },
      autoKeywords: {
        label: '由模型提取关键词',
        help: '每批片段调用一次模型，会产生费用；能帮助用词不同的问题命中。',
      },
      autoKeywordsCount: { label: '每段关键词数' },
      keywordsMaxTokens: { label: '每次请求的输入 token' },
      keywordsBatchSize: { label: '并行请求数' },
    },
  },
});
