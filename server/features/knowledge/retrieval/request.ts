import type { HistoryItem } from '../../../../contract/chat/chat.ts';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { Scope } from '../scopes/scopes.ts';
import type { KnownVectors } from './vectors/query-vector.ts';
import type { RetrievalTimeouts } from './timeouts.ts';

export interface RetrievalRequest {
  readonly question: string;
  readonly history: readonly HistoryItem[];
  readonly trace: Trace;
  readonly signal: AbortSignal;
  /** The articles that may be found, see `scopes/scopes.ts`; all without it. */
  readonly scope?: Scope | undefined;
  /** The version that may be found; articles without one may be found as well. */
  readonly version?: string | undefined;
  /** Tag of the question's language, where it is known: its words of grammar are not searched. */
  readonly language?: string;
  readonly logId?: string;
  /** Vectors that were made for this answer already. */
  readonly vectors?: KnownVectors;
  /** The settings of the answer that this is for; the saved ones without it. */
  readonly settings?: Pick<ConfigGroups, 'models' | 'retrieval' | 'enhancement'>;
  /** Only the site's own index is asked: no model reads, rewrites or reorders anything. */
  readonly withoutHelpers?: boolean;
}

/** The settings one retrieval runs with. */
export interface RetrievalSettings {
  readonly models: ConfigGroups['models'];
  readonly retrieval: ConfigGroups['retrieval'];
  readonly enhancement: ConfigGroups['enhancement'];
  readonly timeouts: RetrievalTimeouts;
}
