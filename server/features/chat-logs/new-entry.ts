import type { AnswerState, Citation } from '../../../contract/articles/articles.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import type { TraceStage } from '../../../contract/events.ts';
import type { ModelUsage } from '../../ports/models.ts';
import { conversationNumber } from './conversation-number.ts';
import { hashAddress } from './pii/hash-address.ts';
import { maskPersonalData } from './pii/privacy.ts';
import { packTrace, traceText } from './stored-trace.ts';
import type { NewLog } from './store/rows.ts';
import type { LogKind } from './store/tables.ts';

/** A question before it is answered. */
export interface LogQuestion {
  readonly kind: LogKind;
  readonly question: string;
  /** Client address; forwarded headers count only from trusted proxies. Empty where nobody from outside asks. */
  readonly address: string;
  readonly userAgent: string;
  /** False for an answer in one reply. */
  readonly streamed?: boolean;
  /** The API by which it was asked, unless it was asked on a page. */
  readonly askedBy?: 'mcp' | 'v1';
  /** The client's id of the conversation. */
  readonly conversationId?: string | undefined;
}

/** Facts of an answer at its end, also when it failed or the client left. */
export interface AnswerEnd {
  /** Without reasoning and failure messages. */
  readonly answer: string;
  /** Name of the model; `''` or missing when none was used or the default is meant. */
  readonly model?: string;
  readonly citations: readonly Citation[];
  readonly answerState?: AnswerState | undefined;
  /** Route id or `NORMAL_CHAT`. */
  readonly intent: string;
  /** Code of the failure, `''` when there was none. */
  readonly error: string;
  /** Notices to clients about how the answer was made. */
  readonly notices?: readonly string[];
  readonly usage: ModelUsage;
  readonly durationMs: number;
  readonly stages: readonly TraceStage[];
}

/** Facts of a log at its start. */
export interface LogBegin {
  readonly id: string;
  readonly at: number;
  readonly asked: LogQuestion;
}

/** Privacy settings for a log; `addressKey` keys the hash of addresses. */
export interface LogPrivacy {
  readonly privacy: ConfigGroups['privacy'];
  readonly addressKey: string;
}

/**
 * A log ready to be stored: personal data masked, address hashed, trace bounded and compressed, by the settings in
 * `privacy`.
 */
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
    askedBy: asked.askedBy ?? '',
    conversation: asked.conversationId === undefined ? undefined : conversationNumber(asked.conversationId),
    model: storable(end.model ?? ''),
    state: end.answerState ?? '',
    address: storable(
      privacy.hashAddresses && asked.address !== '' ? hashAddress(asked.address, addressKey) : asked.address,
    ),
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
    notices: (end.notices ?? []).join(' '),
  };
}

/** PostgreSQL cannot store NUL in text. */
export const storable = (text: string): string => text.replaceAll('\0', '');
