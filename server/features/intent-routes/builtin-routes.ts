import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import type { RouteBody } from '../../../contract/intent-routes/route-fields.ts';

/** The stored fields of a route. */
export type RouteFields = RouteBody & { readonly id: string };

/** A built-in route with its name in both languages; the English one is stored. */
interface BuiltinRoute extends RouteFields {
  readonly names: { readonly zh: string; readonly en: string };
}

/**
 * The patterns require words that ask for a list: "the latest version" and "too hot" are questions for the articles. A
 * lone word, which many people type, counts as a request for the list.
 */
const listZh = '(?:文章|帖子|博文|博客|内容|文|教程|推荐)';
const listEn = '(?:posts?|articles?|blogs?|entries|stories|content|reads?|pages?|topics?|guides?|tutorials?)';
/** A name in a text that is not a question: 技术分类, tag docker. */
const nameZh = '[^怎何如给么哪？?]{1,16}';
const nameEn = '[\\w#+.-]+';
/** Up to two words in between. */
const few = '(?:[\\w+#.-]+ )?(?:[\\w+#.-]+ )?';
const alone = (words: string) => `^(?:(?:show|give|list) (?:me )?)?(?:the )?(?:${words})[ ?!.。？！]*$`;

/** The built-in routes; they can be changed, disabled and reset, but not deleted. */
export const builtinRoutes: readonly BuiltinRoute[] = [
  builtin({
    id: 'builtin-by-category',
    names: { zh: '按分类找文章', en: 'Articles by category' },
    description: 'Articles of a category that the question names',
    triggerPatterns: [
      `分类.{0,24}${listZh}`,
      `${listZh}.{0,24}分类`,
      '分类(?:[:：]|为|是|叫|下)',
      '(?:哪个|这个|什么)分类|分类(?:里|中)',
      `categor(?:y|ies)\\b.{0,40}\\b${listEn}`,
      `${listEn}\\b.{0,40}\\bcategor(?:y|ies)`,
      'categor(?:y|ies) ?:',
      `^分类 ?${nameZh}$|^${nameZh}分类$|^category ${nameEn}$|^${nameEn} category$`,
      'categori[sz]ed (?:as|under)',
    ],
    pipeline: [
      { type: 'CATEGORY_MATCH', params: { mode: 'from_query' } },
      { type: 'TIME_SORT', params: { order: 'desc', limit: '10' } },
    ],
  }),
  builtin({
    id: 'builtin-by-tag',
    names: { zh: '按标签找文章', en: 'Articles by tag' },
    description: 'Articles of a tag that the question names',
    triggerPatterns: [
      `标签.{0,24}${listZh}`,
      `${listZh}.{0,24}标签`,
      '标签(?:[:：]|为|是|叫|下)',
      '(?:哪个|这个|什么)标签|标签(?:里|中)',
      `tags?\\b.{0,40}\\b${listEn}`,
      `${listEn}\\b.{0,40}\\btag(?:s|ged)?`,
      'tags? ?:',
      `^标签 ?${nameZh}$|^${nameZh}标签$|^tag ${nameEn}$|^${nameEn} tag$`,
      'tagged (?:as|with)',
    ],
    pipeline: [
      { type: 'TAG_MATCH', params: { mode: 'from_query' } },
      { type: 'TIME_SORT', params: { order: 'desc', limit: '10' } },
    ],
  }),
  builtin({
    id: 'builtin-hot-articles',
    names: { zh: '热门文章', en: 'Popular articles' },
    description: 'The most visited articles',
    triggerPatterns: [
      `(?:热门|最热|最火|最受欢迎).{0,12}${listZh}`,
      `${listZh}.{0,8}(?:最热门|最热|最火|最受欢迎)`,
      '热文|热榜|热门推荐|推荐热门',
      '(?:阅读|浏览|访问)(?:量|数|次数)?最(?:多|高)',
      '推荐(?:一下|一些|几篇|点)?.{0,4}(?:文章|帖子|博文)',
      '(?:什么|哪些).{0,6}热门|热门的?(?:有|是)(?:什么|哪些)|^热门[ ?？!！。]*$',
      `(?:hot|hottest|popular|trending|top|most[- ](?:popular|read|viewed|visited)) ${few}${listEn}`,
      `${listEn} ${few}(?:most (?:popular|read|viewed|visited)|popular|trending)`,
      "what(?:'|’)?s (?:hot|popular|trending)|what is (?:hot|popular|trending)|recommend(?:ed)? (?:\\w+ )?(?:\\w+ )?(?:posts?|articles?)",
      alone('hot|hottest|popular|trending|most (?:popular|read|viewed|visited)'),
    ],
    pipeline: [{ type: 'VISIT_SORT', params: { limit: '10' } }],
  }),
  builtin({
    id: 'builtin-latest-posts',
    names: { zh: '最新文章', en: 'Latest articles' },
    description: 'The newest articles, on a topic when the question names one',
    triggerPatterns: [
      `(?:最新|最近|近期|新).{0,16}${listZh}`,
      '(?:最新|最近|近期).{0,6}(?:发布|更新|发表|写)了?(?:什么|哪些|啥|吗|的)',
      '(?:最近|近期|网站|本站|博客|站里|这里).{0,6}(?:更新|发布|发表|写)(?:了|过)(?:什么|哪些|啥)|(?:最近|近期)有(?:什么|哪些|啥|没有)更新',
      '有(?:什么|没有|啥)新(?:文|内容|动态|更新)|^(?:最新|最近|近期)(?:更新|发布|动态)?[ ?？!！。]*$',
      `(?:latest|newest|recent|new|recently (?:published|updated|added|posted)) ${few}${listEn}`,
      `what ${few}${few}(?:publish|published|posted|wrote|written|new) (?:recently|lately)`,
      `${listEn} ${few}${few}(?:recently|lately|newest|latest)`,
      "what(?:'|’)?s new(?: (?:here|on (?:this|the) (?:site|blog|website)))?[ ?!.]*$|what is new(?: here)?[ ?!.]*$",
      alone('latest|newest|new|recent|recently|latest updates|recent updates'),
    ],
    pipeline: [
      { type: 'TOPIC_MATCH', params: { aliases: 'AI=人工智能' } },
      { type: 'TIME_SORT', params: { order: 'desc', limit: '10' } },
    ],
  }),
];

const byId = new Map(builtinRoutes.map((route) => [route.id, route]));

/** True for the id of a built-in route. */
export const isBuiltinRoute = (id: string): boolean => byId.has(id);

/** The original of a built-in route. */
export function shippedRoute(id: string): RouteFields | undefined {
  const route = byId.get(id);
  if (!route) return undefined;
  const { names: _, ...fields } = route;
  return fields;
}

/** Name shown above a route's cards: a built-in name in the question's language, any other as saved. */
export function nameFor({ id, displayName }: RouteFields, language: InterfaceLanguage): string {
  const names = byId.get(id)?.names;
  return names && Object.values(names).includes(displayName) ? names[language] : displayName;
}

function builtin(
  route: Pick<BuiltinRoute, 'id' | 'names' | 'description' | 'triggerPatterns' | 'pipeline'>,
): BuiltinRoute {
  return {
    ...route,
    displayName: route.names.en,
    enabled: true,
    priority: 0,
    llmFallback: false,
    llmFallbackHint: '',
    outputTemplate: '',
  };
}
