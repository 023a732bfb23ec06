import type { FaultDetails } from '../../../../kit/fault.ts';
import { at, countAt } from './json.ts';

/** Matches error messages about prompts that are too long. */
const TOO_LONG =
  /exceed_context|context_length_exceeded|(?:context|prompt|input|请求|上下文|输入)[^\n]{0,80}(?:exceed|too long|too large|longer than|超过|超出|过长)|(?:exceeds?|maximum|limit of)[^\n]{0,60}(?:context|prompt|input tokens)|maximum number of tokens|n_ctx/i;

const WINDOW = /(?:context (?:length|window|size)|n_ctx|max_model_len)[^\d\n]{0,30}(\d{2,9})/i;

/** The context window in an error message; `undefined` when the error is about something else. */
export function windowIn(json: unknown, reason: string): FaultDetails['window'] {
  const error = at(json, 'error') ?? json;
  const tokens = countAt(error, 'n_ctx');
  const asked = countAt(error, 'n_prompt_tokens');
  if (tokens !== undefined) return { tokens, asked };
  const words = reason.slice(0, 2_000).replace(/(\d),(?=\d{3}\b)/g, '$1');
  if (!TOO_LONG.test(words)) return undefined;
  const named = WINDOW.exec(words)?.[1];
  const numbers = Array.from(words.matchAll(/(?<![\w.-])\d{2,9}(?![\w-])/g), ([digits]) => Number(digits));
  const least = numbers.length > 1 ? Math.min(...numbers) : undefined;
  const window = named === undefined ? least : Number(named);
  const most = Math.max(0, ...numbers);
  return { tokens: window, asked: window !== undefined && most > window ? most : undefined };
}
