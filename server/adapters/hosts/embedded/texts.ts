/** Languages of the site's interface. */
export type SiteLanguage = 'zh' | 'en';

export const siteLanguage = (language: string): SiteLanguage =>
  language.toLowerCase().startsWith('zh') ? 'zh' : 'en';

export const languageTag = { zh: 'zh-CN', en: 'en' } as const;

/** Texts of the site's interface. */
export const texts = {
  zh: {
    skip: '跳到正文',
    home: '首页',
    archives: '全部文章',
    tags: '标签',
    search: '搜索',
    categories: '分类',
    feed: '订阅',
    other: 'English',
    published: '发布于',
    updated: '更新于',
    previous: '上一篇',
    next: '下一篇',
    otherVersion: 'Read in English',
    newest: '最新文章',
    mostRead: '大家在看',
    empty: '这里还没有文章。把 Markdown 文件放进内容目录，几秒后就会出现。',
    page: (page: number, pages: number) => `第 ${page} 页，共 ${pages} 页`,
    newer: '较新',
    older: '较早',
    count: (count: number) => `${count} 篇`,
    lead: '直接提问，只根据本站公开的文章作答，并指出依据的原文段落；本站没有写到的，会如实告诉你。',
    ask: '问问本站',
    closed: '问答暂不可用。',
    try: '可以这样问：',
    date: (iso: string) => iso.slice(0, 10),
  },
  en: {
    skip: 'Skip to the text',
    home: 'Home',
    archives: 'All articles',
    tags: 'Tags',
    search: 'Search',
    categories: 'Categories',
    feed: 'Feed',
    other: '中文',
    published: 'Published',
    updated: 'Updated',
    previous: 'Previous',
    next: 'Next',
    otherVersion: '阅读中文版',
    newest: 'Newest articles',
    mostRead: 'Most read',
    empty: 'No articles yet. Put Markdown files into the content folder; they appear within seconds.',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    newer: 'Newer',
    older: 'Older',
    count: (count: number) => (count === 1 ? '1 article' : `${count} articles`),
    lead: 'Ask a question: the answer comes only from the published pages of this site and shows the passage it stands on. When the site does not cover something, it says so.',
    ask: 'Ask this site',
    closed: 'Chat is currently unavailable.',
    try: 'For example: ',
    date: (iso: string) => iso.slice(0, 10),
  },
} as const;
