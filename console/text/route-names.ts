import { texts } from './language.ts';

/** Names of the routes that every installation has, as the service ships them in English. */
const routeNames = texts({
  en: {
    'builtin-by-category': 'Articles by category',
    'builtin-by-tag': 'Articles by tag',
    'builtin-hot-articles': 'Popular articles',
    'builtin-latest-posts': 'Latest articles',
  },
  zh: {
    'builtin-by-category': '按分类找文章',
    'builtin-by-tag': '按标签找文章',
    'builtin-hot-articles': '热门文章',
    'builtin-latest-posts': '最新文章',
  },
});

type BuiltinId = keyof typeof routeNames.en;
const isBuiltinId = (id: string): id is BuiltinId => Object.hasOwn(routeNames.en, id);

/** The name of a route: a shipped one in the language of the console unless somebody has renamed it. */
export function routeName(id: string, displayName: string, language: 'zh' | 'en'): string {
  if (!isBuiltinId(id)) return displayName;
  const isAsShipped =
    displayName === '' ||
    displayName === id ||
    displayName === routeNames.en[id] ||
    displayName === routeNames.zh[id];
  return isAsShipped ? routeNames[language][id] : displayName;
}
