import { isStopWord, words } from '../../../text/text.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import { filedUnder } from '../pipeline/by-taxonomy.ts';
import { foldName } from './normalize-question.ts';
import { hasKeyword, matchNames, placeOf } from './match-names.ts';
import type { ArticleFacets, Terms } from '../pipeline/article-facets.ts';

/** Words that ask for a list without naming a topic. */
const listWords = new Set(
  (
    'latest newest new recent recently fresh hot hottest popular trending top best most read visited viewed post posts article articles ' +
    'blog blogs entry entries story stories content page pages site website list show give tell find see any some ' +
    'update updates updated published please recommend recommended today week month year lately ' +
    '最新 最近 近期 最 新 近 热门 热 热文 文章 帖子 博文 博客 内容 推荐 列表 列出 篇 一篇 几篇 发布 更新 发表 动态 网站 本站 站点 站内 ' +
    '看看 给 我 给我 请 有 有没有 哪些 哪 些 什么 写 一下 一些 今天 本周 这周 本月 今年'
  ).split(' '),
);

/** Words of a question that name a topic; empty when it only asks for a list. */
export function topicWords(question: string): readonly string[] {
  return [...new Set(words(question))].filter(
    (word) => !isStopWord(word) && !listWords.has(word) && !/^\d{1,3}$/.test(word),
  );
}

/** Groups of synonyms: `AI=人工智能; k8s|Kubernetes`. Terms of one character and groups of one are ignored. */
export function readAliases(text: string): readonly (readonly string[])[] {
  return text
    .split(/[;；\n]/)
    .map((group) =>
      group
        .split(/[=|,，]/)
        .map(foldName)
        .filter((term) => term.length >= 2),
    )
    .filter((group) => group.length >= 2);
}

/** Articles with a tag or category that the question names, directly or by a synonym. */
export function onTopicByName(
  articles: readonly ArticleHead[],
  question: string,
  facets: Pick<ArticleFacets, 'tags' | 'categories'>,
  aliases: readonly (readonly string[])[],
): ReadonlySet<ArticleHead> {
  const folded = foldName(question);
  const meant = aliases.filter((group) => group.some((term) => placeOf(term, folded) >= 0)).flat();
  const filed = [facets.tags, facets.categories].map((terms) => filedOnTopic(question, terms, meant));
  return new Set(articles.filter((article) => filed.some((some) => some.has(article))));
}

function filedOnTopic(question: string, terms: Terms, meant: readonly string[]): ReadonlySet<ArticleHead> {
  const names = [...terms.keys()].filter((name) => name.length >= 2);
  const known = names.filter((name) => meant.some((term) => hasKeyword(name, term)));
  return filedUnder([...matchNames(question, names), ...known], terms);
}

/** Articles with a topic word in the title; used without a language model. */
export const onTopicByTitle = (
  articles: readonly ArticleHead[],
  topic: readonly string[],
  facets: Pick<ArticleFacets, 'textsOf'>,
): readonly ArticleHead[] =>
  articles.filter((article) => topic.some((word) => hasKeyword(facets.textsOf(article).title, word)));
