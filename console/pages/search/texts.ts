import { formatNumber, plural } from '../../text/format.ts';
import { texts } from '../../text/language.ts';

export const pageTexts = texts({
  en: {
    title: 'Search',
    intro: 'Site search: instant results, with an optional generated answer above them.',
    settings: 'Search settings',
    look: 'Appearance',
    trial: 'Try a search',
    placeholder: 'Search query',
    results: (count: number) => plural(count, 'result', 'results'),
    nothing: 'No results. Visitors see the same.',
    answer: 'Answer',
    mayCost:
      'Only the answer calls the language model. Nothing asked here is logged or counted as a visitor.',
    ask: 'Search with answer',
    fields: {
      enabled: { label: 'Site search' },
      showAiAnswer: {
        label: 'Answer above the results',
        help: 'Each search answer counts toward the visitor limits.',
      },
      resultCount: { label: 'Number of results' },
      maxTokens: { label: 'Maximum answer length (tokens)', help: '0 uses the chat setting.' },
      systemPrompt: {
        label: 'System prompt for the answer',
        help: 'Leave empty to use the system prompt of the chat.',
      },
      theme: {
        label: 'Theme',
        choices: {
          inherit: 'Same as chat',
          auto: 'Match page',
          system: 'System',
          light: 'Light',
          dark: 'Dark',
        },
      },
      themeColor: { label: 'Color', help: 'Leave empty to use the chat color.' },
    },
  },
  zh: {
    title: '搜索',
    intro: '站内搜索：即时显示结果，还可以在结果上方给出回答。',
    settings: '搜索设置',
    look: '外观',
    trial: '试用搜索',
    placeholder: '搜索词',
    results: (count: number) => `${formatNumber(count)} 个结果`,
    nothing: '没有找到内容，访客看到的也是如此。',
    answer: '回答',
    mayCost: '只有回答会调用语言模型。这里的搜索不写入日志，也不计入访客的搜索。',
    ask: '搜索并回答',
    fields: {
      enabled: { label: '站内搜索' },
      showAiAnswer: { label: '在结果上方给出回答', help: '每次搜索回答都计入访客限额。' },
      resultCount: { label: '结果数量' },
      maxTokens: { label: '回答最大长度（token）', help: '0 表示使用问答的设置。' },
      systemPrompt: { label: '回答的系统提示词', help: '留空使用问答的系统提示词。' },
      theme: {
        label: '主题',
        choices: { inherit: '与问答一致', auto: '跟随页面', system: '跟随系统', light: '浅色', dark: '深色' },
      },
      themeColor: { label: '颜色', help: '留空使用问答的颜色。' },
    },
  },
});
