import { createHmac } from 'node:crypto';
import type { AnswerState, Citation } from '../../../contract/articles/articles.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { TraceStage } from '../../../contract/events.ts';
import type { ModelUsage } from '../../ports/models.ts';
import { maskPersonalData } from './pii/privacy.ts';
import { packTrace, traceText } from './stored-trace.ts';
import type { NewLog } from './store/rows.ts';

/** A question that is about to be answered. */
export interface LogQuestion {
  readonly kind: 'chat' | 'search';
  readonly question: string;
  /** Client address as trusted proxies tell it. */
  readonly address: string;
  readonly userAgent: string;
  /** Answered as a stream, as it is unless said otherwise. */
  readonly streamed?: boolean;
}

/** What is known of an answer when it ends, also when it failed or its reader left. */
export interface AnswerEnd {
  /** Without reasoning and without words about a failure. */
  readonly answer: string;
  /** Name of the model, `''` or missing when none was used or the default is meant. */
  readonly model?: string;
  readonly citations: readonly Citation[];
  readonly answerState?: AnswerState | undefined;
  /** Route id or `NORMAL_CHAT`. */
  readonly intent: string;
  /** Class of the failure, `''` when there was none. */
  readonly error: string;
  readonly usage: ModelUsage;
  readonly durationMs: number;
  readonly stages: readonly TraceStage[];
}

/** A log that has been begun with a question. */
export interface LogBegin {
  readonly id: string;
  readonly at: number;
  readonly asked: LogQuestion;
}

/** What may be stored of a visitor; `addressKey` is the secret that hashes addresses. */
export interface LogPrivacy {
  readonly privacy: ConfigGroups['privacy'];
  readonly addressKey: string;
}

/** A log ready to be stored: personal data masked, address hashed, trace bounded and packed, as `privacy` wants it. */
export async function newLogEntry(
  { id, at, asked }: LogBegin,
  end: AnswerEnd,
  { privacy, addressKey }: LogPrivacy,
): Promise<NewLog> {
  const mask = privacy.maskPersonalData ? maskPersonalData : (text: string) => text;
  return {
    id,
    at,
    kind: asked.kind,
    streamed: asked.streamed ?? true,
    model: storable(end.model ?? ''),
    state: end.answerState ?? '',
    address: storable(privacy.hashAddresses ? hashAddress(asked.address, addressKey) : asked.address),
    userAgent: storable(asked.userAgent),
    question: storable(mask(asked.question)),
    answer: storable(mask(end.answer)),
    citations: JSON.stringify(end.citations),
    intent: storable(end.intent),
    trace: await packTrace(traceText(end.stages, mask)),
    durationMs: Math.max(0, Math.round(end.durationMs)),
    promptTokens: end.usage.promptTokens,
    completionTokens: end.usage.completionTokens,
    error: storable(end.error),
  };
}

/** The same visitor keeps the same hash; without the installation's secret nobody can try addresses against it. */
const hashAddress = (address: string, key: string): string =>
  `hash:${createHmac('sha256', key).update(address).digest('hex').slice(0, 16)}`;

/** PostgreSQL's texts cannot hold NUL. */
export const storable = (text: string): string => text.replaceAll('\0', '');
