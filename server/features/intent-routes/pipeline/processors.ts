import { z } from 'zod';
import { processors as defaults, type ProcessorType } from '../../../../contract/intent-routes/processors.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { isStopWord, words } from '../../../text/text.ts';
import { foldName } from '../matching/normalize-question.ts';
import { byTaxonomy } from './by-taxonomy.ts';
import { hasKeyword } from '../matching/match-names.ts';
import { count, names, onFailure, text, word } from './params.ts';
import { filterTitles, matchTopic } from './model-steps.ts';
import { newestFirst } from './article-facets.ts';
import { firstBy, ownFirst, type Articles, type StepContext } from './step.ts';

/** A kind of step: its display name, and its function of articles and stored parameters. */
export interface Processor {
  readonly label: string;
  run(articles: Articles, params: Readonly<Record<string, string>>, context: StepContext): Promise<Articles>;
}

/** All kinds of steps; a limit of `0` means all. The pipeline handles a step's errors by its `onFailure`. */
export const processors: Readonly<Record<ProcessorType, Processor>> = {
  TOPIC_MATCH: processor(
    'Articles on the topic',
    z.object({
      prompt: text(defaults.TOPIC_MATCH.prompt),
      aliases: text(defaults.TOPIC_MATCH.aliases),
      candidateLimit: count(defaults.TOPIC_MATCH.candidateLimit),
      limit: count(defaults.TOPIC_MATCH.limit),
    }),
    matchTopic,
  ),

  LLM_TITLE_FILTER: processor(
    'Titles that fit',
    z.object({
      prompt: text(defaults.LLM_TITLE_FILTER.prompt),
      candidateLimit: count(defaults.LLM_TITLE_FILTER.candidateLimit),
      limit: count(defaults.LLM_TITLE_FILTER.limit),
    }),
    filterTitles,
  ),

  TAG_MATCH: processor(
    'Articles of a tag',
    z.object({ mode: word('from_query', 'fixed'), tags: names(defaults.TAG_MATCH.tags) }),
    async (articles, { mode, tags: given }, { question, facets }) =>
      byTaxonomy(articles, facets.tags, { mode, given, question }),
  ),

  CATEGORY_MATCH: processor(
    'Articles of a category',
    z.object({ mode: word('from_query', 'fixed'), categories: names(defaults.CATEGORY_MATCH.categories) }),
    async (articles, { mode, categories: given }, { question, facets }) =>
      byTaxonomy(articles, facets.categories, { mode, given, question }),
  ),

  KEYWORD_MATCH: processor(
    'Articles with a keyword',
    z.object({
      mode: word('from_query', 'fixed'),
      fields: text(defaults.KEYWORD_MATCH.fields),
      keyword: text(defaults.KEYWORD_MATCH.keyword),
    }),
    async (articles, { mode, fields, keyword }, { question, facets, warn }) => {
      const keywords = mode === 'fixed' ? keywordsGiven(keyword) : keywordsAsked(question);
      if (keywords.length === 0) {
        warn('No usable keyword');
        return articles;
      }
      const inExcerpt = /content/i.test(fields);
      return articles.filter((article) => {
        const { title, excerpt } = facets.textsOf(article);
        return keywords.some((one) => hasKeyword(title, one) || (inExcerpt && hasKeyword(excerpt, one)));
      });
    },
  ),

  TIME_SORT: processor(
    'By time',
    z.object({ order: word('desc', 'asc'), limit: count(defaults.TIME_SORT.limit) }),
    async (articles, { order, limit }, { isForeign }) =>
      firstBy(postsOf(articles), limit, ownFirst(isForeign, order === 'desc' ? newestFirst : oldestFirst)),
  ),

  VISIT_SORT: processor(
    'By visits',
    z.object({ limit: count(defaults.VISIT_SORT.limit) }),
    async (articles, { limit }, { isForeign }) => {
      if (articles.length > 0 && articles.every(({ visits }) => visits === null)) {
        throw unavailable(explained('visits_uncounted'));
      }
      return firstBy(articles, limit, ownFirst(isForeign, mostVisitedFirst));
    },
  ),
};

/** The step's policy for failures. */
export const failurePolicy = (params: Readonly<Record<string, string>>): 'keep' | 'empty' =>
  onFailure.parse(params['onFailure']);

function processor<S extends z.ZodType>(
  label: string,
  params: S,
  run: (articles: Articles, params: z.output<S>, context: StepContext) => Promise<Articles>,
): Processor {
  return { label, run: async (articles, given, context) => run(articles, params.parse(given), context) };
}

/** A list by time is one of posts: pages such as opening hours are in it only where there is nothing else. */
function postsOf(articles: Articles): Articles {
  const posts = articles.filter(({ isPage }) => !isPage);
  return posts.length > 0 ? posts : articles;
}

const mostVisitedFirst = (a: ArticleHead, b: ArticleHead): number =>
  (b.visits ?? 0) - (a.visits ?? 0) || newestFirst(a, b);

const oldestFirst = (a: ArticleHead, b: ArticleHead): number =>
  a.publishedAt === '' || b.publishedAt === '' ? newestFirst(a, b) : newestFirst(b, a);

/** Separators of keywords. */
const separators = /[\s,，、;；。.!?！？:："'“”‘’()（）[\]【】《》|/\\]+/;

const keywordsGiven = (keyword: string): readonly string[] =>
  keyword
    .split(separators)
    .map(foldName)
    .filter((one) => one.length >= 2);

const keywordsAsked = (question: string): readonly string[] =>
  words(question).filter((one) => one.length >= 2 && !isStopWord(one));
