import { estimateMessages } from '../../../model-calls/estimate.ts';
import { urgencyOf } from '../../../model-calls/urgency.ts';
import type { ChatCall } from '../../../ports/models.ts';
import type { Facts } from './facts.ts';

/** Time limits of a chat call, in milliseconds. */
export interface ChatLimits {
  /** The whole call with its retries. */
  readonly callMs: number;
  /** Reasoning before the first text of the answer. */
  readonly reasoningMs: number;
  /** Wait for the first part; with requested reasoning `reasoningMs` applies, since some providers do not stream it. */
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
  /** Wait for usage and the end mark after the finish reason. */
  readonly afterFinishMs: number;
}

/** Wait for the first part in background work. */
const backgroundFirstMs = 600_000;
const backgroundCallMs = 1_800_000;
/** Maximum wait for the first part, however slow the model. */
const longestFirstMs = 180_000;
const longestCallMs = 900_000;
/** Factor by which the measured time may be exceeded. */
const slack = 3;

/** The limits of one call: the configured ones, extended for slow models by their measured speed, and for background work. */
export function limitsOf(
  limits: ChatLimits,
  call: ChatCall,
  { readPerSecond, writePerSecond }: Facts,
): ChatLimits {
  if (urgencyOf(call) === 'background')
    return {
      ...limits,
      firstTokenMs: Math.max(limits.firstTokenMs, backgroundFirstMs),
      callMs: Math.max(limits.callMs, backgroundCallMs),
    };
  const readMs = readPerSecond === undefined ? 0 : (1_000 * estimateMessages(call.messages)) / readPerSecond;
  const writeMs = writePerSecond === undefined ? 0 : (1_000 * (call.maxTokens ?? 0)) / writePerSecond;
  return {
    ...limits,
    firstTokenMs: Math.max(limits.firstTokenMs, Math.min(slack * readMs, longestFirstMs)),
    callMs: Math.max(limits.callMs, Math.min(slack * readMs + writeMs, longestCallMs)),
  };
}
