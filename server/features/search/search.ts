import { token, type StreamEvent } from '../../../contract/events.ts';
import { debugSearch, search } from '../../../contract/search.ts';
import { disabled } from '../../kit/fault.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { Answer } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import type { KeywordSearch, Knowledge } from '../knowledge/knowledge.ts';
import type { VisitorSearch } from './visitor-search.ts';

export type { VisitorSearch } from './visitor-search.ts';

export interface SearchDeps {
  readonly config: Pick<Config, 'read'>;
  readonly keywordSearch: KeywordSearch;
  readonly visitorSearch: VisitorSearch;
  readonly answer: Answer;
  readonly scopes: Knowledge['scopes'];
  /** Called with a keyword without results, and the visitor's address. */
  readonly recordEmptySearch?: (keyword: string, address: string) => void;
}

/** Name of the full-text index for clients. */
const source = 'lucene';

/** Search for visitors, and for administrators who try it. */
export const createSearch = (deps: SearchDeps): Feature => ({
  routes: [searchRoutes(deps), debugSearchRoutes(deps)],
});

/** The search box (spec 2.5, 2.8): keyword results, and a streamed answer. */
const searchRoutes = ({ config, visitorSearch, answer, scopes, recordEmptySearch }: SearchDeps) =>
  implement(search, {
    keywordResults: async ({ query }, { visitor, signal }) => {
      const settings = await config.read('search');
      if (!settings.enabled) return { total: 0, articles: [], source: 'disabled' };
      const { address } = visitor;
      await visitorSearch.admit(address);
      const keyword = query.keyword.trim();
      const limit = settings.resultCount;
      const articles = [
        ...(await visitorSearch.find({ address, query: keyword, limit, scope: query.scope, signal })),
      ];
      if (articles.length === 0 && query.scope.length === 0) recordEmptySearch?.(query.keyword, address);
      return { total: articles.length, articles, source };
    },

    scopes: async (_, { language }) => scopes(language),

    answer: async function* ({ body }, { visitor, signal, language }): AsyncGenerator<StreamEvent> {
      const settings = await config.read('search');
      if (body.keyword === '') return yield token(texts[language].noKeyword);
      if (!settings.enabled || !settings.showAiAnswer) throw disabled(texts[language].off);
      yield* answer({
        question: body.keyword,
        scope: body.scope,
        askedFrom: body.askedFrom,
        history: [],
        visitor,
        signal,
        kind: 'search',
        escaped: true,
        scenario: 'search_answer',
      });
    },
  });

/** Search for administrators: not recorded as an empty search and without visitor limits, but metered. */
const debugSearchRoutes = ({
  config,
  keywordSearch,
  answer,
}: Pick<SearchDeps, 'config' | 'keywordSearch' | 'answer'>) =>
  implement(debugSearch, {
    keywordResults: async ({ query }, { signal }) => {
      const { resultCount } = await config.read('search');
      const articles = [...(await keywordSearch(query.keyword.trim(), resultCount, signal))];
      return { total: articles.length, articles, source };
    },
    answer: async function* ({ body }, { signal, language }): AsyncGenerator<StreamEvent> {
      if (body.keyword === '') return yield token(texts[language].noKeyword);
      yield* answer({
        question: body.keyword,
        scope: body.scope,
        askedFrom: body.askedFrom,
        history: [],
        signal,
        kind: 'search',
        scenario: 'search_answer',
      });
    },
  });

const texts = {
  zh: { noKeyword: '请输入关键词。', off: 'AI 搜索已关闭。' },
  en: { noKeyword: 'Please enter a keyword.', off: 'AI search is off.' },
} as const;
