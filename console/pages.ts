import type { Component } from 'vue';
import { texts } from './text/language.ts';

/** The areas of the console in the order of its menu; each is a folder under `pages/`. */
export const areas = [
  { name: 'start', pages: ['overview'] },
  { name: 'answers', pages: ['models', 'knowledge', 'chunking', 'retrieval', 'enhancement', 'debug'] },
  { name: 'visitors', pages: ['chat', 'search', 'intent-routes', 'pets'] },
  { name: 'content', pages: ['excerpts', 'mindmap', 'writing'] },
  { name: 'insight', pages: ['chat-logs', 'evaluations', 'agent', 'usage'] },
  { name: 'system', pages: ['account', 'system'] },
] as const;

export type Area = (typeof areas)[number]['name'];
export type PageName = (typeof areas)[number]['pages'][number];

const files = import.meta.glob<{ default: Component }>('./pages/*/page.vue');

/** Loads a page when it is opened. */
export const pageOf = (name: PageName) => files[`./pages/${name}/page.vue`];

export const menuTexts = texts({
  en: {
    areas: {
      start: '',
      answers: 'Answers',
      visitors: 'For visitors',
      content: 'For authors',
      insight: 'Insight',
      system: 'System',
    },
    pages: {
      overview: 'Overview',
      models: 'Models',
      knowledge: 'Knowledge index',
      chunking: 'Chunking',
      retrieval: 'Retrieval',
      enhancement: 'Query enhancement',
      debug: 'Debug trace',
      chat: 'Chat and appearance',
      search: 'Search',
      'intent-routes': 'Intent routes',
      pets: 'Pet studio',
      excerpts: 'Excerpts',
      mindmap: 'Mind maps',
      writing: 'Writing',
      'chat-logs': 'Chat logs',
      evaluations: 'Evaluation',
      agent: 'Content gaps',
      usage: 'Usage and limits',
      account: 'Account',
      system: 'System',
    },
    menu: 'Menu',
    skip: 'Skip to content',
    signOut: 'Sign out',
    site: 'View site',
    appearance: { auto: 'System', light: 'Light', dark: 'Dark' },
    appearanceLabel: 'Theme',
    otherLanguage: '中文',
    notFound: 'Page not found',
  },
  zh: {
    areas: {
      start: '',
      answers: '回答',
      visitors: '面向访客',
      content: '面向作者',
      insight: '洞察',
      system: '系统',
    },
    pages: {
      overview: '概览',
      models: '模型',
      knowledge: '知识索引',
      chunking: '文本分段',
      retrieval: '检索',
      enhancement: '检索增强',
      debug: '调试追踪',
      chat: '问答与外观',
      search: '搜索',
      'intent-routes': '意图路由',
      pets: '宠物工坊',
      excerpts: '文章摘要',
      mindmap: '思维导图',
      writing: '写作助手',
      'chat-logs': '问答日志',
      evaluations: '质量评测',
      agent: '内容缺口',
      usage: '用量与限额',
      account: '账户',
      system: '系统',
    },
    menu: '菜单',
    skip: '跳到页面内容',
    signOut: '退出登录',
    site: '查看站点',
    appearance: { auto: '跟随系统', light: '浅色', dark: '深色' },
    appearanceLabel: '主题',
    otherLanguage: 'English',
    notFound: '页面不存在',
  },
});
