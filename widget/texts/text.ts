/** The words of the widget, Chinese and English. The two dictionaries have the same shape by type. */

export type Language = 'zh' | 'en';

/** The language for a page or element whose `lang` is given; without one, the visitor's own. */
export function languageOf(lang: string | null | undefined, visitor: string): Language {
  return /^zh\b/i.test(lang?.trim() || visitor) ? 'zh' : 'en';
}

/** The language of the page at the place of `element`. */
export function pageLanguage(element: Element): Language {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  return languageOf(lang, navigator.language);
}

const shellEn = {
  title: 'Ask this site',
  open: 'Ask this site',
  loading: 'Loading…',
  loadFailed: 'The chat could not be loaded.',
  tryAgain: 'Try again',
  close: 'Close',
  resize: 'Change the size (arrow keys; Home for the usual size)',
  search: 'Search',
  searchFailed: 'The search could not be loaded.',
};

export type ShellText = typeof shellEn;

const shellZh: ShellText = {
  title: '问问本站',
  open: '问问本站',
  loading: '正在载入…',
  loadFailed: '对话窗口没能载入。',
  tryAgain: '再试一次',
  close: '关闭',
  resize: '调整大小（方向键；Home 键恢复原样）',
  search: '搜索',
  searchFailed: '搜索没能载入。',
};

/** Words of the launcher and the empty window; loaded with every page. */
export const shellText: Readonly<Record<Language, ShellText>> = { zh: shellZh, en: shellEn };

const chatEn = {
  title: 'Ask this site',
  close: 'Close',
  newChat: 'New conversation',
  save: 'Save the conversation',
  saved: 'The conversation was saved.',
  saveFailed: 'The conversation could not be saved.',
  fileName: 'conversation',
  offline: 'You are offline. The conversation goes on when the connection is back.',
  backOnline: 'The connection is back.',
  conversation: 'Conversation',
  welcome: 'Hello! What would you like to know?',
  promise: 'Answers come only from the articles published here, with their sources.',
  suggestions: 'Suggested questions',

  question: 'Your question',
  placeholder: 'Ask a question…',
  send: 'Send',
  stop: 'Stop answering',
  reasoning: 'Think it through',
  disclaimer: 'Written by AI. Check the sources.',
  privacy:
    'Your questions are sent to this site’s assistant and may be kept to improve it. Please leave out personal details.',
  understood: 'Got it',
  closed: 'The chat of this site is closed at the moment.',
  tooLong: (most: number) => `At most ${most} characters.`,

  you: 'You asked',
  assistant: 'Answer',
  searching: 'Looking through the articles…',
  found: (count: number) =>
    count === 1 ? 'Found one article. Reading it…' : `Found ${count} articles. Reading them…`,
  arranged: (count: number) => (count === 1 ? 'One article picked.' : `${count} articles picked.`),
  thinking: 'Thinking…',
  thought: (seconds: number) => (seconds <= 1 ? 'Thought for a second' : `Thought for ${seconds} seconds`),
  ready: 'Answer ready.',

  notCovered: 'This site does not cover that.',
  partial: 'The articles cover only part of this question.',
  nearest: 'Nearest articles',
  limited: 'You have reached the limit of questions for now.',
  limitedUntil: (time: string) => `You can ask again at ${time}.`,
  failed: 'The assistant could not answer.',
  stopped: 'Stopped.',
  cut: 'The connection broke off before the answer was complete.',
  silent: 'Nothing arrived for a minute, so the answer was given up.',
  refused: 'The assistant is not available at the moment.',
  unreachable: 'The assistant could not be reached. Check your connection.',
  nothing: 'No answer came back.',
  retry: 'Try again',

  copy: 'Copy answer',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  copyCode: 'Copy code',
  code: 'Code',
  table: 'Table',
  image: (alt: string) => `[image: ${alt}]`,
  regenerate: 'Answer again',
  like: 'Good answer',
  dislike: 'Bad answer',
  reason: 'What was wrong?',
  reasons: ['Not true', 'Beside the question', 'Out of date', 'Hard to follow'],
  comment: 'Tell us more (optional)',
  commentLeft: (left: number) => `${left} characters left`,
  sendFeedback: 'Send feedback',
  cancel: 'Cancel',
  thanks: 'Thank you for the feedback.',
  feedbackFailed: 'The feedback could not be stored. Please try again.',

  sources: (count: number) => (count === 1 ? '1 source' : `${count} sources`),
  source: (n: number, title: string) => `Source ${n}: ${title}`,
  articles: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
  published: 'Published',
  toLatest: 'To the latest',
};

export type ChatText = typeof chatEn;

const chatZh: ChatText = {
  title: '问问本站',
  close: '关闭',
  newChat: '新的对话',
  save: '保存对话',
  saved: '对话已保存。',
  saveFailed: '对话没能保存。',
  fileName: '对话记录',
  offline: '网络已断开，恢复后可以继续对话。',
  backOnline: '网络已恢复。',
  conversation: '对话',
  welcome: '你好，想了解些什么？',
  promise: '回答只依据本站已发布的文章，并附上出处。',
  suggestions: '可以这样问',

  question: '你的问题',
  placeholder: '输入你的问题…',
  send: '发送',
  stop: '停止回答',
  reasoning: '深入思考',
  disclaimer: '内容由 AI 生成，请以原文为准。',
  privacy: '你的提问会发送给本站的问答助手，并可能被留存用于改进。请不要填写个人隐私信息。',
  understood: '知道了',
  closed: '本站的问答目前没有开放。',
  tooLong: (most) => `最多 ${most} 个字符。`,

  you: '你的提问',
  assistant: '回答',
  searching: '正在翻阅文章…',
  found: (count) => `找到 ${count} 篇文章，正在阅读…`,
  arranged: (count) => `已挑出 ${count} 篇文章。`,
  thinking: '正在思考…',
  thought: (seconds) => `思考了 ${Math.max(1, seconds)} 秒`,
  ready: '回答完毕。',

  notCovered: '本站的文章没有谈到这个问题。',
  partial: '本站的文章只谈到这个问题的一部分。',
  nearest: '相近的文章',
  limited: '目前的提问次数已经用完。',
  limitedUntil: (time) => `${time} 之后可以再次提问。`,
  failed: '助手这次没能作答。',
  stopped: '已停止。',
  cut: '连接中断，回答没有传完。',
  silent: '一分钟没有收到内容，已放弃等待。',
  refused: '助手暂时不可用。',
  unreachable: '连接不上助手，请检查网络。',
  nothing: '没有收到回答。',
  retry: '重试',

  copy: '复制回答',
  copied: '已复制',
  copyFailed: '复制失败',
  copyCode: '复制代码',
  code: '代码',
  table: '表格',
  image: (alt) => `［图：${alt}］`,
  regenerate: '重新回答',
  like: '有帮助',
  dislike: '没帮助',
  reason: '哪里不对？',
  reasons: ['说得不对', '答非所问', '内容过时', '看不明白'],
  comment: '具体说说（可不填）',
  commentLeft: (left) => `还可以写 ${left} 字`,
  sendFeedback: '提交反馈',
  cancel: '取消',
  thanks: '谢谢你的反馈。',
  feedbackFailed: '反馈没能保存，请再试一次。',

  sources: (count) => `${count} 篇出处`,
  source: (n, title) => `出处 ${n}：${title}`,
  articles: (count) => `${count} 篇文章`,
  published: '发布于',
  toLatest: '回到最新',
};

/** Words of the conversation; loaded when it opens. */
export const chatText: Readonly<Record<Language, ChatText>> = { zh: chatZh, en: chatEn };
