import { RE2JS } from 're2js';
import { isStopWord, truncate } from '../../../text/text.ts';
import { shippedRoute } from '../builtin-routes.ts';
import type { SiteWords } from './draft-prompt.ts';
import { foldName } from '../matching/normalize-question.ts';
import { matchNames } from '../matching/match-names.ts';
import type { DraftStep } from '../pipeline/normalize-pipeline.ts';
import { topicWords } from '../matching/topic.ts';

/** A draft without id and defaults. */
export interface RoughDraft {
  readonly displayName: string;
  readonly description: string;
  readonly priority: number;
  readonly triggerPatterns: readonly string[];
  readonly llmFallback: boolean;
  readonly llmFallbackHint: string;
  readonly pipeline: readonly DraftStep[];
  readonly unsupported: readonly string[];
}

const maxWords = 6;

/**
 * Drafts a route without a language model, from names of tags and categories, sort words, a number and quoted triggers.
 */
export function heuristicDraft(requirement: string, site: SiteWords): RoughDraft {
  const tags = named(requirement, site.tags);
  const categories = named(requirement, site.categories).filter((name) => !tags.includes(name));
  const quoted = [...requirement.matchAll(/[「『“"‘《]([^」』”"’》]{1,60})[」』”"’》]/g)].map(
    ([, text = '']) => text.trim(),
  );
  const words = topicWords(requirement).filter((word) => word.length >= 2 && !isRequestWord(word));
  const subject = quoted.length > 0 ? quoted : [...tags, ...categories];
  const triggers = (subject.length > 0 ? subject : words).slice(0, maxWords);
  const wantsPopular =
    /热门|最热|最火|浏览|阅读量|访问量|\b(?:hot|popular|most (?:read|viewed|visited)|trending|visits)\b/i.test(
      requirement,
    );
  const wantsLatest = /最新|最近|新发布|\b(?:latest|newest|recent|new)\b/i.test(requirement);
  const wantsOldest = isOldest(requirement);
  const isUnderstood = triggers.length > 0 || wantsPopular || wantsLatest || wantsOldest;
  const choosing = chooseBy(tags, categories, words);
  const builtin =
    triggers.length === 0 && isUnderstood
      ? shippedRoute(wantsPopular ? 'builtin-hot-articles' : 'builtin-latest-posts')
      : undefined;
  return {
    displayName: truncate(triggers.join(' ') || requirement.replace(/\s+/g, ' '), 40),
    description: truncate(requirement, 200),
    priority: 50,
    triggerPatterns: builtin?.triggerPatterns ?? triggers.map(patternOf),
    llmFallback: false,
    llmFallbackHint: '',
    pipeline: [...choosing, sortBy(requirement, wantsPopular)],
    unsupported: isUnderstood ? [] : [requirement],
  };
}

const isOldest = (requirement: string): boolean =>
  /最早|最旧|从旧到新|\b(?:oldest|earliest)\b/i.test(requirement);

function chooseBy(
  tags: readonly string[],
  categories: readonly string[],
  words: readonly string[],
): DraftStep[] {
  if (tags.length > 0) return [{ type: 'TAG_MATCH', params: { mode: 'fixed', tags: tags.join(',') } }];
  if (categories.length > 0)
    return [{ type: 'CATEGORY_MATCH', params: { mode: 'fixed', categories: categories.join(',') } }];
  const keyword = words.slice(0, maxWords).join(',');
  return keyword === ''
    ? []
    : [{ type: 'KEYWORD_MATCH', params: { mode: 'fixed', keyword, fields: 'title,content' } }];
}

function sortBy(requirement: string, hot: boolean): DraftStep {
  const [, before, after] =
    /(\d{1,3})\s*(?:篇|个|条|(?:[a-z]+ )?(?:[a-z]+ )?(?:posts?|articles?|entries))|\btop\s+(\d{1,3})/i.exec(
      requirement,
    ) ?? [];
  const limit = String(Math.min(100, Math.max(1, Number(before ?? after ?? 10))));
  if (hot) return { type: 'VISIT_SORT', params: { limit } };
  return { type: 'TIME_SORT', params: { order: isOldest(requirement) ? 'asc' : 'desc', limit } };
}

/** Names of the site that the description contains, as the site spells them. */
function named(requirement: string, names: readonly string[]): string[] {
  const hit = new Set(
    matchNames(
      requirement,
      names.map(foldName).filter((name) => name.length >= 2),
    ),
  );
  // Skips names such as "articles", which occur in nearly every description and select nothing.
  return names.filter((name) => hit.has(foldName(name)) && topicWords(name).length > 0);
}

/** A pattern for the words with any blanks in between. */
const patternOf = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => RE2JS.quote(word))
    .join(' ?')
    .slice(0, 200);

/** Words of the description itself, not of visitors' questions. */
const requestWords = new Set(
  (
    'when whenever somebody someone anybody anyone everybody everyone people visitor visitors user users reader readers ask asks asked asking question questions about return answer list lists route ' +
    'want wants sort sorted order ordered number first tag tags tagged category categories under with them their title titles date ' +
    '访客 用户 读者 问 询问 提问 问到 问题 时候 时 返回 回答 列出 显示 展示 排序 按照 时间 标签 分类 标题 关键词 下面 包含 相关 需要 希望 浏览量 访问量 阅读量 路由'
  ).split(' '),
);
const isRequestWord = (word: string): boolean => requestWords.has(word) || isStopWord(word);
