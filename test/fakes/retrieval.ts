import { configGroups, type ConfigGroups } from '../../contract/config/groups.ts';
import {
  retrievalTimeouts,
  type RetrievalTimeouts,
} from '../../server/features/knowledge/retrieval/timeouts.ts';
import type { SearchResult } from '../../server/features/knowledge/retrieval/search-result.ts';
import type { Passage } from '../../server/features/knowledge/passage.ts';
import type {
  RetrievalRequest,
  RetrievalSettings,
} from '../../server/features/knowledge/retrieval/request.ts';
import { createTrace } from '../../server/kit/trace.ts';

interface Changes {
  readonly models?: Partial<ConfigGroups['models']>;
  readonly retrieval?: Partial<ConfigGroups['retrieval']>;
  readonly enhancement?: Partial<ConfigGroups['enhancement']>;
  readonly timeouts?: Partial<RetrievalTimeouts>;
}

/** The settings of a fresh installation, but for these changes. */
export const settingsWith = (changes: Changes = {}): RetrievalSettings => ({
  models: { ...configGroups.models.parse({}), ...changes.models },
  retrieval: { ...configGroups.retrieval.parse({}), ...changes.retrieval },
  enhancement: { ...configGroups.enhancement.parse({}), ...changes.enhancement },
  timeouts: { ...retrievalTimeouts, ...changes.timeouts },
});

/** A question with a trace of its own. */
export const askOf = (question: string, more: Partial<RetrievalRequest> = {}): RetrievalRequest => ({
  question,
  history: [],
  trace: createTrace(Date.now),
  signal: new AbortController().signal,
  ...more,
});

/** The stage of a name in the trace of a question. */
export const stageOf = ({ trace }: RetrievalRequest, name: string) =>
  trace.stages.find((stage) => stage.name === name);

/** A passage named `article/identity`. */
export function passageOf(name: string, score = 1, text = `Text of ${name}`): Passage {
  const [articleId = '', identity = ''] = name.split('/');
  return {
    articleId,
    identity,
    title: articleId,
    url: `/${articleId}`,
    anchor: '',
    headingPath: [],
    text,
    chunkIndex: 0,
    score,
  };
}

export const foundOf = (...passages: readonly Passage[]): SearchResult => ({
  passages,
  articles: new Set(passages.map(({ articleId }) => articleId)).size,
  evidence: { score: 1, level: 'answers', covered: true, isNear: true, reasons: [] },
});
