import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Search',
    intro: 'The search box of your site: results by words at once, and an answer above them when you like.',
    settings: 'What visitors get',
    look: 'Look',
    trial: 'Try a search',
    placeholder: 'Search words',
    results: (count: number) => `${count} results`,
    nothing: 'Nothing found. Visitors see the same.',
    answer: 'Answer',
    mayCost: 'The answer asks the language model; the results do not.',
    ask: 'Answer too',
    fields: {
      enabled: { label: 'Site search' },
      showAiAnswer: {
        label: 'Answer above the results',
        help: 'Each search answer counts in the visitor limits.',
      },
      resultCount: { label: 'Results' },
      maxTokens: { label: 'Tokens of an answer', help: '0 takes the limit of the chat.' },
      systemPrompt: { label: 'Instructions for the answer', help: 'Empty takes those of the chat.' },
      theme: {
        label: 'Light or dark',
        choices: {
          inherit: 'As the chat',
          auto: 'As the page',
          system: 'As the system',
          light: 'Light',
          dark: 'Dark',
        },
      },
      themeColor: { label: 'Colour', help: 'Empty takes the colour of the chat.' },
    },
  },
  zh: {
    title: '搜索',
    intro: '站点的搜索框：按词语即时给出结果，还可以在上方给出回答。',
    settings: '访客得到什么',
    look: '外观',
    trial: '试搜',
    placeholder: '搜索词',
    results: (count: number) => `${count} 个结果`,
    nothing: '没有找到内容，访客看到的也是如此。',
    answer: '回答',
    mayCost: '回答会调用语言模型，搜索结果不会。',
    ask: '同时回答',
    fields: {
      enabled: { label: '站内搜索' },
      showAiAnswer: { label: '在结果上方给出回答', help: '每次搜索回答都计入访客限额。' },
      resultCount: { label: '结果数量' },
      maxTokens: { label: '回答的 token 上限', help: '0 表示与问答相同。' },
      systemPrompt: { label: '回答的说明', help: '留空与问答相同。' },
      theme: {
        label: '浅色或深色',
        choices: { inherit: '与问答一致', auto: '跟随页面', system: '跟随系统', light: '浅色', dark: '深色' },
      },
      themeColor: { label: '颜色', help: '留空使用问答的颜色。' },
    },
  },
});
