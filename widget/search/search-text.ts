import type { Language } from '../texts/text.ts';

const en = {
  title: 'Search',
  placeholder: 'Search this site…',
  clear: 'Clear',
  close: 'Close',
  recent: 'Recent searches',
  forget: 'Forget these',
  hint: 'Type to find articles. Press Enter to have them answer.',
  hintPlain: 'Type to find articles.',
  searching: 'Searching…',
  results: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
  noResults: 'No article holds these words.',
  failed: 'The search did not work. Please try again.',
  off: 'The search of this site is switched off.',
  tryAgain: 'Try again',
  answer: 'Answer from the articles',
  ask: 'Let the articles answer',
  stop: 'Stop answering',
  again: 'Answer again',
  continueAsChat: 'Continue as chat',
  writtenByAi: 'Written by AI',
  keys: { move: 'move', open: 'open', answer: 'answer', close: 'close' },
};

export type SearchText = typeof en;

const zh: SearchText = {
  title: '搜索',
  placeholder: '搜索本站…',
  clear: '清空',
  close: '关闭',
  recent: '最近搜过',
  forget: '清除记录',
  hint: '输入关键词查找文章，按回车让文章来回答。',
  hintPlain: '输入关键词查找文章。',
  searching: '正在搜索…',
  results: (count) => `${count} 篇文章`,
  noResults: '没有文章包含这些字词。',
  failed: '搜索没有成功，请再试一次。',
  off: '本站的搜索没有开放。',
  tryAgain: '重试',
  answer: '根据文章的回答',
  ask: '让文章来回答',
  stop: '停止回答',
  again: '重新回答',
  continueAsChat: '继续追问',
  writtenByAi: 'AI 生成',
  keys: { move: '移动', open: '打开', answer: '回答', close: '关闭' },
};

/** Words of the search window; loaded when it opens. */
export const searchText: Readonly<Record<Language, SearchText>> = { zh, en };
