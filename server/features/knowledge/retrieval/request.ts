import type { HistoryItem } from '../../../../contract/chat.ts';
import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { Patience } from './timeouts.ts';

export interface RetrievalRequest {
  readonly question: string;
  readonly history: readonly HistoryItem[];
  readonly trace: Trace;
  readonly signal: AbortSignal;
  readonly logId?: string;
  /** Settings to try instead of the saved ones. */
  readonly override?: {
    readonly retrieval?: Partial<ConfigGroups['retrieval']>;
    readonly enhancement?: Partial<ConfigGroups['enhancement']>;
  };
}

/** The settings one retrieval runs with. */
export interface RetrievalSettings {
  readonly models: ConfigGroups['models'];
  readonly retrieval: ConfigGroups['retrieval'];
  readonly enhancement: ConfigGroups['enhancement'];
  readonly patience: Patience;
}
