import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Debug trace',
    intro:
      'Ask as a visitor would and see every stage: what was searched, what was found, what the model was given.',
    samples: 'Samples',
    questions: { newest: 'What is new here?', about: 'What is this site about?', start: 'Where do I begin?' },
  },
  zh: {
    title: '调试追踪',
    intro: '像访客一样提问，查看每个阶段：搜索了什么、找到了什么、交给模型的是什么。',
    samples: '示例',
    questions: { newest: '最近有什么新文章？', about: '这个站点讲什么？', start: '应该从哪里看起？' },
  },
});
