import { formatNumber, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Chunking',
    intro:
      'Articles are split into passages for search. Larger passages give more context, smaller ones match more precisely. Saved sizes take effect when you rebuild the index.',
    preview: 'Preview',
    previewHelp: 'How an article is split with the settings on this page, saved or not. No model is called.',
    previewCount: (count: number) => plural(count, 'passage', 'passages'),
    previewMore: (count: number) => `${plural(count, 'more passage', 'more passages')} not shown`,
    keywords: 'Keywords',
    documents: 'Documents',
    fields: {
      chunkMode: {
        label: 'Chunking mode',
        help: 'Automatic follows headings and paragraphs; custom splits at your separator.',
        choices: { auto: 'Automatic', custom: 'Custom separator' },
      },
      chunkSize: { label: 'Passage size (characters)', help: '300 to 800 suits most sites.' },
      chunkOverlap: {
        label: 'Overlap (characters)',
        help: 'Text repeated from the previous passage, so that a sentence on the boundary is found in both.',
      },
      chunkSeparator: { label: 'Separator' },
      markdownHeadingAware: { label: 'Split at headings' },
      sentenceAware: { label: 'Split at sentence boundaries' },
      cleanWhitespace: { label: 'Clean up whitespace' },
      minChunkSize: {
        label: 'Minimum passage size (characters)',
        help: 'Shorter passages are merged into the previous one.',
      },
      autoKeywords: {
        label: 'Generate keywords with the language model',
        help: 'One model call per batch of passages. Helps when questions use different words than the articles.',
      },
      autoKeywordsCount: { label: 'Keywords per passage' },
      keywordsMaxTokens: { label: 'Input tokens per request' },
      keywordsBatchSize: { label: 'Concurrent requests' },
      readDocuments: {
        label: 'Read PDF, DOCX and EPUB files',
        help: 'Of a Markdown folder, and those of a connected site that its articles link to. Takes effect at once, without a rebuild. Files that cannot be read are listed on the page System.',
      },
    },
  },
  zh: {
    title: '文本分段',
    intro:
      '文章会先切成片段再参与检索。片段大，上下文更完整；片段小，命中更精确。保存后，重建索引才按新的大小切分。',
    preview: '预览',
    previewHelp: '用本页的设置（无论是否已保存）切分一篇文章的结果，不会调用模型。',
    previewCount: (count: number) => `${formatNumber(count)} 个片段`,
    previewMore: (count: number) => `另有 ${formatNumber(count)} 个片段未显示`,
    keywords: '关键词',
    documents: '文档文件',
    fields: {
      chunkMode: {
        label: '分段方式',
        help: '自动按标题和段落切分；自定义按分隔符切分。',
        choices: { auto: '自动', custom: '按分隔符' },
      },
      chunkSize: { label: '片段长度（字符）', help: '多数站点适合 300 到 800。' },
      chunkOverlap: {
        label: '重叠长度（字符）',
        help: '与上一段重复的字符，让边缘的句子在两段中都能被找到。',
      },
      chunkSeparator: { label: '分隔符' },
      markdownHeadingAware: { label: '按标题切分' },
      sentenceAware: { label: '尽量在句末切分' },
      cleanWhitespace: { label: '整理空白和空行' },
      minChunkSize: { label: '片段最小长度（字符）', help: '更短的片段并入上一段。' },
      autoKeywords: {
        label: '由语言模型提取关键词',
        help: '每批片段调用一次模型，会产生费用；能帮助用词不同的问题命中。',
      },
      autoKeywordsCount: { label: '每段关键词数' },
      keywordsMaxTokens: { label: '每次请求的输入 token' },
      keywordsBatchSize: { label: '并行请求数' },
      readDocuments: {
        label: '读取 PDF、DOCX 和 EPUB 文件',
        help: '适用于 Markdown 目录，以及所连接网站的文章里链接到的文件。立即生效，无需重建索引。无法读取的文件列在“系统”页。',
      },
    },
  },
});
