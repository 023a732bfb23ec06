import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Debug trace',
    intro:
      'Ask a question as a visitor and inspect every stage: the queries, the passages found, and what the model received.',
    samples: 'Examples',
    questions: { newest: 'What’s new?', about: 'What is this site about?', start: 'Where should I start?' },
  },
  zh: {
    title: '调试追踪',
    intro: '像访客一样提问，查看每个阶段：搜索了什么、找到了什么、交给模型的是什么。',
    samples: '示例',
    questions: { newest: '最近有什么新文章？', about: '这个站点讲什么？', start: '应该从哪里看起？' },
  },
});
