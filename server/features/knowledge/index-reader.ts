import { firstReading } from '../../kit/fault.ts';
import type { Models, TaskBlock } from '../../ports/models.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import type { FurtherSources } from '../sources/sources.ts';
import { createTextLookup, unlessAway } from './article-texts.ts';
import type { LiveIndex } from './live-index.ts';
import {
  createArticlesLike,
  createNamedArticles,
  type ArticlesLike,
  type NamedArticles,
} from './articles-like.ts';
import { createQuestionEmbedding, type QuestionEmbedding } from './retrieval/vectors/asked-vector.ts';
import { embedKeyword } from './retrieval/vectors/embed-query.ts';
import { createPassageOrder } from './retrieval/meaning/passage-order.ts';
import { createKeywordSearch, type KeywordSearch } from './retrieval/keyword-search.ts';
import { createPassageFingerprint, type PassageFingerprint } from './passage-fingerprint.ts';
import { createRetrieval, type Retrieve } from './retrieval/retrieve.ts';
import { createScopes, type Scope, type Scopes } from './scopes/scopes.ts';
import { siteTitleIn } from '../../kit/records/site-title.ts';
import { sourceOf } from '../../kit/records/source-ids.ts';
import type { SourceName } from './passage.ts';
import type { KnowledgeStore } from './store.ts';

/** Queries of the index. Until it knows the whole site once, what finds nothing throws `firstReading`. */
export interface IndexQueries {
  readonly retrieve: Retrieve;
  /** Retrieval from the same index with other models. */
  readonly retrieveWith: (other: { readonly models: Models }) => Retrieve;
  readonly search: KeywordSearch;
  /** Parts of the site that can be asked alone. */
  readonly scopes: Scopes['list'];
  readonly versionOf: Scopes['versionOf'];
  /** Whether any article is in a scope. */
  readonly hasArticles: (scope: Scope) => Promise<boolean>;
  /** Whether there are parts worth choosing. */
  readonly hasScopes: Scopes['hasChoice'];
  readonly articlesLike: ArticlesLike;
  /** The articles that a text may name. */
  readonly named: NamedArticles;
  /** The embedding model of the index, for what else compares questions. */
  readonly questions: QuestionEmbedding;
  /** Fingerprint of passages, for what was made of them. */
  readonly fingerprint: PassageFingerprint;
  /** The blocks of articles as Markdown, for quoting; unknown articles are missing. */
  readonly blocks: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TaskBlock[]>>;
}

/** Queries of the index of this process, and whether it is ready. */
export function createIndexReader(deps: {
  readonly live: LiveIndex;
  readonly store: KnowledgeStore;
  readonly models: Models;
  readonly config: Pick<Config, 'read' | 'all'>;
  readonly clock: Clock;
  readonly host: Pick<Host, 'describe'>;
  readonly sources?: Pick<FurtherSources, 'names' | 'turns'> | undefined;
}) {
  const { live, store, models, config, clock, host } = deps;
  const { names: sources, turns } = deps.sources ?? {
    names: () => new Map<string, string>(),
    turns: () => new Map<string, never>(),
  };
  const texts = createTextLookup({ live, store });
  const scopes = createScopes({
    live,
    rules: async () => (await config.read('search')).pathRules,
    sources,
    siteTitle: (language) => siteTitleIn(host.describe(), language),
    now: () => clock.now(),
  });
  const orderByMeaning = createPassageOrder();
  const sourceName: SourceName = (id) => {
    const source = sourceOf(id);
    return source === undefined ? undefined : sources().get(source);
  };
  const retrieving = { live, store: texts, scopes, config, orderByMeaning, sourceName, turns };
  const retrieve = createRetrieval({ ...retrieving, models });
  const keywordSearch = createKeywordSearch({
    live,
    store: texts,
    scopes,
    orderByMeaning,
    sourceName,
    turns,
    vectorOf: (keyword, signal) => embedKeyword({ live, models, config }, keyword, signal),
  });
  const articlesLike = createArticlesLike({ live });
  const named = createNamedArticles({ live, articlesLike });
  const becameReady = Promise.withResolvers<void>();
  const isReady = () => live.generation?.isWhole ?? false;
  const assertThere = () => {
    if (!isReady() && live.heads.size === 0) throw firstReading();
  };
  /** What was found; throws `firstReading` where that is nothing and the rest is still to be read, since the site would seem to lack it. */
  const unlessUnread = <T>(found: T, isNothing: (found: T) => boolean): T => {
    if (isNothing(found) && !isReady()) throw firstReading();
    return found;
  };

  const queries: IndexQueries = {
    scopes: scopes.list,
    versionOf: scopes.versionOf,
    hasArticles: async (scope) => (await scopes.idsOf(scope)) !== '',
    hasScopes: scopes.hasChoice,
    questions: createQuestionEmbedding({ live, models, config }),
    retrieve: async (request) => {
      assertThere();
      return unlessUnread(await retrieve(request), ({ evidence }) => evidence.level === 'not_covered');
    },
    fingerprint: createPassageFingerprint({ live, store: texts }),
    retrieveWith: (other) => createRetrieval({ ...retrieving, ...other }),
    blocks: async (ids) =>
      live.generation
        ? store.blocksOf(live.generation.generation, ids).catch(unlessAway(new Map<string, never>()))
        : new Map<string, never>(),
    search: async (...asked) => {
      assertThere();
      return unlessUnread(await keywordSearch(...asked), ({ length }) => length === 0);
    },
    named,
    articlesLike: async (...asked) => {
      assertThere();
      return articlesLike(...asked);
    },
  };

  return {
    queries,
    isReady,
    whenReady: () => becameReady.promise,
    /** Applies changes of the store, and records when they have made the index ready. */
    async follow() {
      await live.follow();
      if (isReady()) becameReady.resolve();
    },
  };
}
