import type { InterfaceLanguage } from '../../contract/site/interface-language.ts';
import { texts } from './language.ts';

/** Names, descriptions and examples of the routes that every installation has; the service ships the first two in English. */
const shipped = texts({
  en: {
    'builtin-by-category': [
      'Articles by category',
      'Articles of a category that the question names',
      'articles in the category Travel',
    ],
    'builtin-by-tag': [
      'Articles by tag',
      'Articles of a tag that the question names',
      'articles tagged travel',
    ],
    'builtin-hot-articles': ['Popular articles', 'The most visited articles', 'most read articles'],
    'builtin-latest-posts': [
      'Latest articles',
      'The newest articles, on a topic when the question names one',
      'latest articles',
    ],
  },
  zh: {
    'builtin-by-category': ['按分类找文章', '问题中提到的分类下的文章', '旅行分类下的文章'],
    'builtin-by-tag': ['按标签找文章', '问题中提到的标签下的文章', '标签为旅行的文章'],
    'builtin-hot-articles': ['热门文章', '访问量最高的文章', '最热门的文章'],
    'builtin-latest-posts': [
      '最新文章',
      '最新发布的文章；问题提到主题时，只列出相关的',
      '最近有什么新文章？',
    ],
  },
});

type BuiltinId = keyof typeof shipped.en;
const isBuiltinId = (id: string): id is BuiltinId => Object.hasOwn(shipped.en, id);

/** One text of a shipped route in the language of the console, unless somebody has written another. */
function shippedText(id: string, which: 0 | 1, text: string, language: InterfaceLanguage): string {
  if (!isBuiltinId(id)) return text;
  const isAsShipped = ['', id, shipped.en[id][which], shipped.zh[id][which]].includes(text);
  return isAsShipped ? (shipped[language][id][which] ?? text) : text;
}

/** The name of a route: a shipped one in the language of the console unless somebody has renamed it. */
export const routeName = (id: string, displayName: string, language: InterfaceLanguage): string =>
  shippedText(id, 0, displayName, language);

/** A question that a shipped route answers; none for any other route. */
export const routeExample = (id: string, language: InterfaceLanguage): string | undefined =>
  isBuiltinId(id) ? shipped[language][id][2] : undefined;

interface RouteWords {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
}

/** A route as it is edited: a shipped one with its name and description in the language of the console. */
export const routeInWords = <Route extends RouteWords>(route: Route, language: InterfaceLanguage): Route => ({
  ...route,
  displayName: routeName(route.id, route.displayName, language),
  description: shippedText(route.id, 1, route.description, language),
});
